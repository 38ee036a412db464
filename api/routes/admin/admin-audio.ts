import {
  AudioJobProgress,
  DebateAudio,
  RegenerateAudioParams,
  RegenerateAudioQuery,
  RegenerateDebateAudioRequest,
  RegenerationAccepted,
  TurnDownloadQuery,
} from "#shared/contract/debates/audio.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { MP3_CONTENT_TYPE } from "#api/audio/recording-media.ts";
import { getDebateAudio } from "#api/queries/audio/get-debate-audio.ts";
import { downloadTurnRecording } from "#api/commands/audio/download-turn-recording.ts";
import { regenerateTurnAudio } from "#api/commands/audio/regenerate-turn-audio.ts";
import { enqueueDebateRecordings } from "#api/commands/audio/enqueue-debate-recordings.ts";
import { abortOnClose } from "#api/http/responses/abort-on-close.ts";
import { route } from "#api/http/route.ts";

export const adminAudioRoutes = [
  route(
    {
      method: "get",
      path: "/admin-regen-audio/:id",
      cost: "row",
      summary: "Regenerate the recording of a turn",
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
      summary: "Download the recording of a turn",
      as: "admin",
      guard: "bytes",
      query: TurnDownloadQuery,
      status: 200,
      media: MP3_CONTENT_TYPE,
    },
    ({ context, viewer, query }, { res }) =>
      downloadTurnRecording(context, viewer, query.turnId, () => abortOnClose(res)),
  ),
  route(
    {
      method: "get",
      path: "/admin/debates/:id/audio",
      cost: "row",
      summary: "Get the state of a debate's recordings and of its last audio job",
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
      summary: "Create missing recordings of a debate, or regenerate all; progress is pushed",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      body: RegenerateDebateAudioRequest,
      status: 202,
      answer: AudioJobProgress,
    },
    ({ context, viewer, params, body }) =>
      enqueueDebateRecordings(context, viewer, params.id, body),
  ),
];
