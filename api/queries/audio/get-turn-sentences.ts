import { selectRows } from "#infra/db/sql.ts";
import type { TurnSentences } from "#shared/contract/debates/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { getTurnRecording } from "./find-turn-recording.ts";

const SENTENCES_SQL = `
  SELECT turn_id AS "turnId", version, duration_ms AS "durationMs", sentences
    FROM audio_cache WHERE turn_id = $1 AND version > 0`;

/**
 * Returns the sentences of a turn's recording with their times. Throws `not_found` if there is no
 * recording.
 */
export const getTurnSentences = async (
  context: Pick<Context, "sql" | "coalescedSql">,
  viewer: Viewer,
  turnId: number,
): Promise<TurnSentences> => {
  await getTurnRecording(context, viewer, turnId);
  const [spoken] = await selectRows<TurnSentences>(context.sql, SENTENCES_SQL, [turnId]);
  if (!spoken) throw notFound("Recording");
  return spoken;
};
