import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { MP3_CONTENT_TYPE } from "../../audio/recording-media.ts";
import type { LiveStreamResponse } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";
import type { ListenRequest } from "#api/audio/live-stream/live-streams.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import { requireVoice } from "./ensure-recording.ts";

/**
 * Opens the live stream of a debate. Throws `not_found` if the viewer may not see the debate,
 * `conflict` if it is over, `unavailable` without a TTS service, `no_voice`, and
 * `too_many_requests`.
 */
export const openLiveStream = async (
  context: Pick<Context, "env" | "coalescedSql" | "liveStreams">,
  viewer: Viewer,
  request: Omit<ListenRequest, "viewer" | "language">,
): Promise<LiveStreamResponse> => {
  const { language } = await getDebate(context, viewer, request.debateId);
  const voice = requireVoice(context, language);
  const start = await context.liveStreams.open(voice, { ...request, viewer, language });
  return { kind: "live", type: MP3_CONTENT_TYPE, start };
};
