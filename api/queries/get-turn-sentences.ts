import { select } from "#infra/db/sql.ts";
import type { TurnSentences } from "#shared/contract/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { getTurnToHear } from "./find-turn-to-hear.ts";

const SENTENCES = `
  SELECT turn_id AS "turnId", version, duration_ms AS "durationMs", sentences
    FROM audio_cache WHERE turn_id = $1 AND version > 0`;

/**
 * Returns the sentences of a turn's recording with their times. Throws not_found if there is no
 * recording.
 */
export const getTurnSentences = async (
  context: Context,
  viewer: Viewer,
  turnId: number,
): Promise<TurnSentences> => {
  await getTurnToHear(context, viewer, turnId);
  const [spoken] = await select<TurnSentences>(context.reads, SENTENCES, [turnId]);
  if (!spoken) throw notFound("Recording");
  return spoken;
};
