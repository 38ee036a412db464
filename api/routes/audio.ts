import {
  TtsStatus,
  TurnAudioQuery,
  TurnSentences,
  TurnSentencesQuery,
} from "#shared/contract/audio.ts";
import { ListenQuery, LiveSpeech } from "#shared/contract/live.ts";
import { MomentQuery, MomentView } from "#shared/contract/moment.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { MP3 } from "../audio/recording-media.ts";
import { saveDebate } from "../commands/audio/save-debate.ts";
import { listenLive } from "../commands/audio/listen-live.ts";
import { hearMoment } from "../commands/audio/hear-moment.ts";
import { hearTurn } from "../commands/audio/hear-turn.ts";
import { getLiveSpeech } from "../queries/get-live-speech.ts";
import { getMoment } from "../queries/get-moment.ts";
import { getTtsStatus } from "../queries/get-tts-status.ts";
import { getTurnSentences } from "../queries/get-turn-sentences.ts";
import { abortOnClose } from "../http/abort-on-close.ts";
import { senderAt } from "../http/address.ts";
import { route } from "../http/route.ts";

export const audioRoutes = [
  route(
    {
      method: "get",
      path: "/tts/status",
      cost: "none",
      summary: "Whether turns can be heard on this server",
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
      summary: "A turn in its bot's voice, made now if need be; ranges are welcome",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      query: TurnAudioQuery,
      status: 200,
      media: MP3,
    },
    ({ context, viewer, query }, { res }) =>
      hearTurn(context, viewer, query, () => abortOnClose(res)),
  ),
  route(
    {
      method: "get",
      path: "/tts/sentences",
      cost: "row",
      summary: "What a turn's recording says, sentence by sentence, and when",
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
      path: "/debates/:id/live.mp3",
      cost: "row",
      summary: "A debate as it is being spoken, for as long as it goes on",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: ListenQuery,
      status: 200,
      media: MP3,
    },
    ({ context, viewer, params, query }, { req }) =>
      listenLive(context, viewer, {
        debateId: params.id,
        sessionId: req.sessionID,
        from: query.at,
        isShow: query.show !== undefined,
        sender: senderAt(req.ip),
      }),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/live",
      cost: "row",
      summary: "What is heard of a debate as it is being spoken, and when",
      as: "anyone",
      params: IdParams,
      status: 200,
      answer: LiveSpeech,
    },
    ({ context, viewer, params }) => getLiveSpeech(context, viewer, params.id),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/moment",
      cost: "row",
      summary: "What is said in a moment of a debate, and when; or why there is none",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: MomentQuery,
      status: 200,
      answer: MomentView,
    },
    ({ context, viewer, params, query }) => getMoment(context, viewer, params.id, query.moment),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/moment.mp3",
      cost: "row",
      summary: "A moment of a debate as a file, cut where its sentences begin and end",
      as: "anyone",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      query: MomentQuery,
      status: 200,
      media: MP3,
    },
    ({ context, viewer, params, query }, { res }) =>
      hearMoment(context, viewer, { debateId: params.id, moment: query.moment }, () =>
        abortOnClose(res),
      ),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/audio.mp3",
      cost: "row",
      summary: "A whole debate as one file, with a chapter for each turn",
      as: "user",
      limit: { throttle: "audio", by: "address" },
      params: IdParams,
      status: 200,
      media: MP3,
    },
    ({ context, viewer, params }) => saveDebate(context, viewer, params.id),
  ),
];
