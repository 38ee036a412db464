import type { TurnAudioQuery } from "#shared/contract/debates/audio.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { MP3_CONTENT_TYPE, createRecordingMedia } from "../../audio/recording-media.ts";
import type { Context } from "../../context.ts";
import type { MediaResponse } from "../../audio/send-media.ts";
import { getTurnRecording } from "#api/queries/audio/find-turn-recording.ts";
import { ensureRecording } from "./ensure-recording.ts";

const SUPPORTED_FORMATS = new Set(["mp3", "mpeg", MP3_CONTENT_TYPE]);

type GetTurnAudioDeps = Pick<
  Context,
  "env" | "logger" | "sql" | "coalescedSql" | "enqueue" | "recordings" | "recordingEvents"
>;

/**
 * Returns a turn's recording. Throws `not_found` if the viewer may not read the turn, `invalid` for
 * a wrong provider, `not_acceptable` for another format than MP3, and what `ensureRecording`
 * throws.
 */
export const getTurnAudio = async (
  context: GetTurnAudioDeps,
  viewer: Viewer,
  { turnId, provider, altFormat, version }: TurnAudioQuery,
  abortOnClose: () => AbortSignal,
): Promise<MediaResponse> => {
  const find = () => getTurnRecording(context, viewer, turnId);
  const turn = await find();
  // Not checked for blind debates: a page sends the name that it shows, which is the real one for
  // viewers who have voted and a neutral one for all others.
  if (!turn.mystery && provider !== undefined && provider !== getProviderOfRole(turn.role, turn))
    throw new DomainError("invalid", "This turn belongs to another provider.", {
      fields: { provider: "This turn belongs to another provider." },
    });
  if (altFormat !== undefined && !SUPPORTED_FORMATS.has(altFormat.toLowerCase()))
    throw new DomainError("not_acceptable", "Recordings are only available as MP3.");
  return createRecordingMedia(
    context,
    await ensureRecording(context, turn, find, abortOnClose),
    version,
  );
};
