import {
  AudioJobProgress,
  DebateAudio,
  RegenerateAudioParams,
  RegenerateAudioQuery,
  RegenerateDebateAudio,
  RegenerationAccepted,
  TurnDownloadQuery,
} from "#shared/contract/audio.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { MP3 } from "../audio/recording-media.ts";
import { getDebateAudio } from "../queries/get-debate-audio.ts";
import { downloadTurn } from "../commands/audio/download-turn.ts";
import { regenerateTurnAudio } from "../commands/audio/regenerate-turn-audio.ts";
import { voiceDebate } from "../commands/audio/voice-debate.ts";
import { abortOnClose } from "../http/abort-on-close.ts";
import { route } from "../http/route.ts";

export const adminAudioRoutes = [
  route(
    {
      method: "get",
      path: "/admin-regen-audio/:id",
      cost: "row",
      summary: "Have a turn spoken anew",
      as: "admin",
      guard: "act",
      params: RegenerateAudioParams,
      query: RegenerateAudioQuery,
      status: 200,
      answer: RegenerationAccepted,
    },
    ({ context, viewer, params }) => regenerateTurnAudio(context, viewer, params.id),
  ),
  route(
    {
      method: "get",
      path: "/admin-audio-download",
      cost: "row",
      summary: "A turn's recording as a file",
      as: "admin",
      guard: "bytes",
      query: TurnDownloadQuery,
      status: 200,
      media: MP3,
    },
    ({ context, viewer, query }, { res }) =>
      downloadTurn(context, viewer, query.turnId, () => abortOnClose(res)),
  ),
  route(
    {
      method: "get",
      path: "/admin/debates/:id/audio",
      cost: "row",
      summary: "How a debate is voiced, turn by turn, and the job that runs or ran last",
      as: "admin",
      params: IdParams,
      status: 200,
      answer: DebateAudio,
    },
    ({ context, params }) => getDebateAudio(context, params.id),
  ),
  route(
    {
      method: "post",
      path: "/admin/debates/:id/audio",
      summary: "Have a debate voiced: what is missing, or all anew; its progress comes by push",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      body: RegenerateDebateAudio,
      status: 202,
      answer: AudioJobProgress,
    },
    ({ context, viewer, params, body }) => voiceDebate(context, viewer, params.id, body),
  ),
];
