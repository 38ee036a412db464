import { isSpeakable } from "#shared/domain/spoken-text.ts";
import { speechOrderOf, type TurnToSpeak } from "../audio/speech-order.ts";
import type { VoiceAccess } from "../access.ts";
import { select, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import { attemptsAnew } from "../db/work.ts";
import type { Enqueue } from "../queue/enqueue.ts";

/** A recording that nobody was making before. */
interface AskedRecording {
  id: number;
  turnId: number;
  attempt: number;
  priority: number;
}

/** What failed for good is not tried again sooner than this, however often somebody asks. */
export const FAILURE_RESTS_S = 5;

/** When a recording that is there, or was tried, is made anew; `a` is its row. */
const AGAIN = {
  /** Once it has failed, and rested. Who hears an earlier one does not ask. */
  listener: `a.status = 'failed'
             AND a.heartbeat_at < now() - interval '${FAILURE_RESTS_S} seconds'`,
  /** Once its turn is written: what was given up meanwhile was no last word. */
  writer: `a.status = 'failed'`,
  /** Whatever there is; one that is being made already is new enough. */
  admin: `a.status IN ('complete', 'failed')`,
} as const;

/**
 * Behind as many as the user has open, and in their order. Two at once may count the same: they
 * stand beside each other then.
 */
const PRIORITY = `
  CASE WHEN $5::int IS NULL THEN 0 ELSE n - 1 +
    (SELECT count(*) FROM audio_cache
      WHERE asked_by = $5 AND status IN ('pending', 'running')) END`;

/**
 * A recording is unique by its turn and by its words: told of one of them alone, two who ask at the
 * same moment could meet at the other, which is an error. So what is new is made unless there is
 * anything like it, and what there was is made anew apart.
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

/** As what somebody asks, and whose recordings are counted; null for one who waits to hear it now. */
interface Asking {
  who: keyof typeof AGAIN;
  askedBy: number | null;
}

/** Who speaks, and how its workers hear of it. */
interface Studio {
  voice: VoiceAccess;
  enqueue: Enqueue;
}

/**
 * Asks for recordings of these finished turns, and has the queue hear of them afterwards. Returns
 * those that nobody is making yet. Turns without anything to say are left out.
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
