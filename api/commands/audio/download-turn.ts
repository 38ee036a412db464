import { providerOf } from "#shared/domain/side.ts";
import { recordingName } from "#shared/domain/programme.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import { recordingMedia } from "../../audio/recording-media.ts";
import type { Context } from "../../context.ts";
import type { Media } from "../../audio/send-media.ts";
import { recordTurnAct } from "./record-turn-act.ts";
import { findTurnToHear } from "../../queries/find-turn-to-hear.ts";
import { voiceTurn } from "./voice-turn.ts";

/**
 * Returns a turn's recording as a file for an admin, and makes it if missing. Throws what
 * `voiceTurn` throws.
 */
export const downloadTurn = async (
  context: Context,
  admin: SignedIn,
  turnId: number,
  abortOnClose: () => AbortSignal,
): Promise<Media> => {
  const find = () => findTurnToHear(context, turnId);
  const turn = await find();
  const media = await recordingMedia(
    context,
    await voiceTurn(context, turn, find, abortOnClose),
    undefined,
  );
  await recordTurnAct(context.reads, admin, "download_audio", turnId);
  context.logger.info({ adminId: admin.id, turnId }, "downloading a recording");
  const label = context.env.labels[providerOf(turn.role, turn)];
  return { ...media, fileName: recordingName(turn, label) };
};
