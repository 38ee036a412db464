import { isSpeakable } from "#shared/domain/spoken-text.ts";
import { speechOrderOf, type TurnToSpeak } from "../audio/speech-order.ts";
import type { VoiceAccess } from "../access.ts";
import { select, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import { attemptsAnew } from "../db/work.ts";
import type { Enqueue } from "../queue/enqueue.ts";

interface AskedRecording {
  id: number;
  turnId: number;
  attempt: number;
  priority: number;
}

/** Seconds before a failed recording may be requested again. */
export const FAILURE_RESTS_S = 5;

/** Conditions for making an existing recording again, over its row `a`. */
const AGAIN = {
  /** A listener who has an older version does not request a new one. */
  listener: `a.status = 'failed'
             AND a.heartbeat_at < now() - interval '${FAILURE_RESTS_S} seconds'`,
  /** When a turn is complete, a recording that failed while it was being written is retried. */
  writer: `a.status = 'failed'`,
  /** A recording that is in progress is recent enough. */
  admin: `a.status IN ('complete', 'failed')`,
} as const;

/**
 * Fair-queue priority: the number of the user's open recordings. Concurrent requests may get equal
 * priorities.
 */
const PRIORITY = `
  CASE WHEN $5::int IS NULL THEN 0 ELSE n - 1 +
    (SELECT count(*) FROM audio_cache
      WHERE asked_by = $5 AND status IN ('pending', 'running')) END`;

/**
 * Recordings have two unique constraints (turn and content hash), and ON CONFLICT DO UPDATE can
 * name only one. So new rows are inserted unless any constraint conflicts, and existing rows are
 * updated separately.
 */
const ask = (who: keyof typeof AGAIN): string => `
  WITH asked AS (
    SELECT turn_id, provider, is_secondary, hash, ${PRIORITY} AS priority
      FROM unnest($1::int[], $2::text[], $3::boolean[], $4::text[])
           WITH ORDINALITY AS asked (turn_id, provider, is_secondary, hash, n)),
  made AS (
    INSERT INTO audio_cache (turn_id, provider, is_secondary, content_hash, asked_by, priority)
    SELECT turn_id, provider, is_secondary, hash, $5::int, priority FROM asked
    ON CONFLICT DO NOTHING RETURNING id, turn_id, attempt, priority),
  again AS (
    UPDATE audio_cache a
       SET status = 'pending', attempt = ${attemptsAnew("a.attempt")}, failures = 0, error = NULL,
           run_at = now(), asked_by = $5::int, priority = asked.priority
      FROM asked WHERE a.turn_id = asked.turn_id AND ${AGAIN[who]}
    RETURNING a.id, a.turn_id, a.attempt, a.priority)
  SELECT id, turn_id AS "turnId", attempt, priority
    FROM (TABLE made UNION ALL TABLE again) AS asked`;

const ASK = { listener: ask("listener"), writer: ask("writer"), admin: ask("admin") } as const;

/**
 * Who requests the recordings. `askedBy` is the user whose open recordings are counted; null gives
 * the highest priority.
 */
interface Asking {
  who: keyof typeof AGAIN;
  askedBy: number | null;
}

interface Studio {
  voice: VoiceAccess;
  enqueue: Enqueue;
}

/**
 * Requests recordings of completed turns and enqueues their jobs after the commit. Returns those
 * that were not in progress yet. Skips turns without speakable text.
 */
export const askForRecordings = async (
  sql: Sql,
  after: AfterCommit,
  { voice, enqueue }: Studio,
  turns: readonly TurnToSpeak[],
  { who, askedBy }: Asking,
): Promise<AskedRecording[]> => {
  const speeches = turns
    .filter(({ content }) => isSpeakable(content))
    .map((turn) => speechOrderOf(turn, voice));
  const asked = await select<AskedRecording>(sql, ASK[who], [
    speeches.map(({ turnId }) => turnId),
    speeches.map(({ provider }) => provider),
    speeches.map(({ isSecondary }) => isSecondary),
    speeches.map(({ contentHash }) => contentHash),
    askedBy,
  ]);
  for (const { id: recordingId, attempt, priority } of asked)
    after(() => enqueue("synthesize-speech", { recordingId }, { attempt, priority }));
  return asked;
};
