import type { TurnAudioQuery } from "#shared/contract/audio.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { MP3, recordingMedia } from "../../audio/recording-media.ts";
import type { Context } from "../../context.ts";
import type { Media } from "../../audio/send-media.ts";
import { getTurnToHear } from "../../queries/find-turn-to-hear.ts";
import { voiceTurn } from "./voice-turn.ts";

const AS_IT_IS = new Set(["mp3", "mpeg", MP3]);

/**
 * Returns a turn's recording. Throws not_found if the viewer may not read the turn, invalid for a
 * wrong provider, not_acceptable for another format than MP3, and what `voiceTurn` throws.
 */
export const hearTurn = async (
  context: Context,
  viewer: Viewer,
  { turnId, provider, altFormat, version }: TurnAudioQuery,
  abortOnClose: () => AbortSignal,
): Promise<Media> => {
  const find = () => getTurnToHear(context, viewer, turnId);
  const turn = await find();
  if (provider !== undefined && provider !== providerOf(turn.role, turn))
    throw new DomainError("invalid", "Another provider speaks this turn.", {
      fields: { provider: "Another provider speaks this turn." },
    });
  if (altFormat !== undefined && !AS_IT_IS.has(altFormat.toLowerCase()))
    throw new DomainError("not_acceptable", "Recordings are MP3; there is no other format.");
  return recordingMedia(context, await voiceTurn(context, turn, find, abortOnClose), version);
};
