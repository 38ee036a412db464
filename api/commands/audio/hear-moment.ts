import { sha256 } from "#infra/audio/speech-order.ts";
import type { MomentView } from "#shared/contract/moment.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { momentName } from "#shared/domain/moment.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { MP3 } from "../../audio/recording-media.ts";
import type { Media } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";
import { getTurnToHear } from "../../queries/find-turn-to-hear.ts";
import { getMoment } from "../../queries/get-moment.ts";
import { voiceTurn } from "./voice-turn.ts";

interface AskedMoment {
  debateId: number;
  moment: string;
}

/** Throws not_found if the clip does not exist or the viewer may not see it. */
const requireMoment = async (
  context: Context,
  viewer: Viewer,
  { debateId, moment }: AskedMoment,
): Promise<MomentView["passages"]> => {
  const { problem, passages } = await getMoment(context, viewer, debateId, moment);
  if (problem !== null) throw new DomainError("not_found", problem);
  return passages;
};

/**
 * Returns a clip, cut out of the recordings of its turns. Missing recordings are made first. Throws
 * not_found if the clip does not exist or the viewer may not see it, and what `voiceTurn` throws.
 */
export const hearMoment = async (
  context: Context,
  viewer: Viewer,
  asked: AskedMoment,
  abortOnClose: () => AbortSignal,
): Promise<Media> => {
  const written = await requireMoment(context, viewer, asked);
  const recordings = new Map<number, { recordingId: number; version: number }>();
  for (const { turnId } of written) {
    const find = () => getTurnToHear(context, viewer, turnId);
    recordings.set(turnId, await voiceTurn(context, await find(), find, abortOnClose));
  }
  // Read again: sentence times, and thus the clip's length limit, are known only once all turns are
  // recorded.
  const passages = await requireMoment(context, viewer, asked);
  const bytes = await context.moments.cut(
    passages.map(({ turnId, version, sentences }) => ({
      recordingId: recordings.get(turnId)?.recordingId ?? 0,
      version,
      startMs: sentences[0]?.startMs ?? 0,
      endMs: sentences.at(-1)?.endMs ?? 0,
    })),
  );
  return {
    kind: "media",
    type: MP3,
    size: bytes.length,
    etag: sha256(bytes),
    cacheControl: "private, no-cache",
    fileName: `${momentName(asked.debateId, asked.moment)}.mp3`,
    read: (from, to) => bytes.subarray(from, to),
  };
};
