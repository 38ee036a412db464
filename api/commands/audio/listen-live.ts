import type { Viewer } from "#shared/domain/viewer.ts";
import { MP3 } from "../../audio/recording-media.ts";
import type { LiveMedia } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";
import type { Wish } from "../../radio/radio.ts";
import { getDebate } from "../../queries/get-debate.ts";
import { requireVoice } from "./voice-turn.ts";

/**
 * Opens the live stream of a debate. Throws not_found if the viewer may not see it, conflict if it
 * is over, unavailable without a TTS service, and too_many_requests.
 */
export const listenLive = async (
  context: Context,
  viewer: Viewer,
  wish: Omit<Wish, "viewer">,
): Promise<LiveMedia> => {
  await getDebate(context, viewer, wish.debateId);
  const hear = await context.radio.tune(requireVoice(context), { ...wish, viewer });
  return { kind: "live", type: MP3, hear };
};
