import {
  TtsStatus,
  TurnAudioQuery,
  TurnSentences,
  TurnSentencesQuery,
} from "#shared/contract/debates/audio.ts";
import { ListenQuery, LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { ClipAudioQuery, ClipQuery, ClipView } from "#shared/contract/debates/clip.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { MP3_CONTENT_TYPE } from "../audio/recording-media.ts";
import { downloadEpisode } from "../commands/audio/download-episode.ts";
import { openLiveStream } from "../commands/audio/open-live-stream.ts";
import { getClipAudio } from "../commands/audio/get-clip-audio.ts";
import { getTurnAudio } from "../commands/audio/get-turn-audio.ts";
import { getLiveSchedule } from "../queries/audio/get-live-schedule.ts";
import { getClip } from "../queries/audio/get-clip.ts";
import { getRulingAudio } from "../queries/audio/get-ruling-audio.ts";
import { getTtsStatus } from "../queries/get-config.ts";
import { getTurnSentences } from "../queries/audio/get-turn-sentences.ts";
import { abortOnClose } from "../http/responses/abort-on-close.ts";
import { normalizeClientAddress } from "../http/rate-limiting/client-address.ts";
import { route } from "../http/route.ts";

export const audioRoutes = [
  route(
    {
      method: "get",
      path: "/tts/status",
      cost: "none",
      summary: "Get whether a voice is configured",
      as: "anyone",
      status: 200,
      answer: TtsStatus,
    },
    ({ context }) => getTtsStatus(context),
  ),
  route(
    {
      method: "get",
      path: "/tts/audio",
      cost: "row",
      summary: "Get the recording of a turn; it is created if missing. Supports ranges",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      query: TurnAudioQuery,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, query }, { res }) =>
      getTurnAudio(context, viewer, query, () => abortOnClose(res)),
  ),
  route(
    {
      method: "get",
      path: "/tts/sentences",
      cost: "row",
      summary: "Get the sentences of a recording with their times",
      as: "anyone",
      query: TurnSentencesQuery,
      status: 200,
      answer: TurnSentences,
    },
    ({ context, viewer, query }) => getTurnSentences(context, viewer, query.turnId),
  ),
  route(
    {
      method: "get",
      path: "/turns/:id/ruling.mp3",
      cost: "row",
      summary: "Get the judge's ruling about a turn in the judge's voice, if it is recorded",
      as: "user",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, params }) => getRulingAudio(context, viewer, params.id),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/live.mp3",
      cost: "row",
      summary: "Get the live stream of a debate (endless MP3)",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: ListenQuery,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, params, query }, { req }) =>
      openLiveStream(context, viewer, {
        debateId: params.id,
        sessionId: req.sessionID,
        from: query.at,
        sender: normalizeClientAddress(req.ip),
      }),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/live",
      cost: "row",
      summary: "Get the schedule of a live stream",
      as: "anyone",
      params: IdParams,
      status: 200,
      answer: LiveScheduleView,
    },
    ({ context, viewer, params }) => getLiveSchedule(context, viewer, params.id),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/moment",
      cost: "row",
      summary: "Get the sentences and times of a clip, or why it is not available",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: ClipQuery,
      status: 200,
      answer: ClipView,
    },
    ({ context, viewer, params, query }) => getClip(context, viewer, params.id, query.moment),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/moment.mp3",
      cost: "row",
      summary: "Get a clip as MP3",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: ClipAudioQuery,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, params, query }, { res }) =>
      getClipAudio(
        context,
        viewer,
        { debateId: params.id, moment: query.moment, isExport: query.save === "on" },
        () => abortOnClose(res),
      ),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/audio.mp3",
      cost: "row",
      summary: "Get a debate as one MP3 with chapters",
      as: "user",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, params }) => downloadEpisode(context, viewer, params.id),
  ),
];
