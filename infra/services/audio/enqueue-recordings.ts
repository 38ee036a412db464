import { speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import { buildRecordingSpec, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { AfterCommit } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";

interface EnqueuedRecording {
  id: number;
  turnId: number;
  attempt: number;
  priority: number;
}

/** Seconds before a failed recording may be requested again. */
export const FAILED_RECORDING_RETRY_SECONDS = 5;

/** Conditions for restarting an existing recording (row `a`), by who requests it. */
const RESTART_CONDITIONS_SQL = {
  /**
   * A listener's request restarts only a failed recording. An older version is good enough for a
   * listener.
   */
  listener: `a.status = 'failed'
             AND a.heartbeat_at < now() - interval '${FAILED_RECORDING_RETRY_SECONDS} seconds'`,
  /**
   * The worker requests the recording when the turn is complete. A recording that was started while
   * the turn was being written is restarted only if it has failed.
   */
  writer: `a.status = 'failed'`,
  /** An admin requests a new version. A recording that is in progress is not restarted. */
  admin: `a.status IN ('complete', 'failed')`,
} as const;

/** SQL for the number of a user's open recordings. `userId` is a parameter of the statement. */
export const countOpenRecordingsSql = (userId: string): string => `
  (SELECT count(*) FROM audio_cache
    WHERE asked_by = ${userId} AND status IN ('pending', 'running'))`;

/**
 * Priority of the job: the number of the user's open recordings. Concurrent requests may get equal
 * priorities.
 */
const PRIORITY_SQL = `
  CASE WHEN $5::int IS NULL THEN 0 ELSE n - 1 + ${countOpenRecordingsSql("$5")} END`;

/** SQL assignments that start the recording `audio_cache a` from the beginning. */
export const RESTART_RECORDING_SQL = `
  status = 'pending', attempt = ${resetAttemptsSql("a.attempt")}, failures = 0, error = NULL,
  run_at = now()`;

/**
 * New rows are inserted unless a constraint conflicts; existing rows are updated separately. The
 * table has two unique constraints (turn and content hash), and ON CONFLICT DO UPDATE can name only
 * one.
 */
const enqueueRecordingsSql = (requester: keyof typeof RESTART_CONDITIONS_SQL): string => `
  WITH requested AS (
    SELECT turn_id, provider, is_secondary, hash, ${PRIORITY_SQL} AS priority
      FROM unnest($1::int[], $2::text[], $3::boolean[], $4::text[])
           WITH ORDINALITY AS requested (turn_id, provider, is_secondary, hash, n)),
  inserted AS (
    INSERT INTO audio_cache (turn_id, provider, is_secondary, content_hash, asked_by, priority)
    SELECT turn_id, provider, is_secondary, hash, $5::int, priority FROM requested
    ON CONFLICT DO NOTHING RETURNING id, turn_id, attempt, priority),
  restarted AS (
    UPDATE audio_cache a
       SET ${RESTART_RECORDING_SQL}, asked_by = $5::int, priority = requested.priority
      FROM requested WHERE a.turn_id = requested.turn_id AND ${RESTART_CONDITIONS_SQL[requester]}
    RETURNING a.id, a.turn_id, a.attempt, a.priority)
  SELECT id, turn_id AS "turnId", attempt, priority
    FROM (TABLE inserted UNION ALL TABLE restarted) AS requested`;

const ENQUEUE_RECORDINGS_SQL = {
  listener: enqueueRecordingsSql("listener"),
  writer: enqueueRecordingsSql("writer"),
  admin: enqueueRecordingsSql("admin"),
} as const;

/**
 * Who requests the recordings. `userId` is the user whose open recordings determine the priority;
 * null gives the highest priority.
 */
interface RecordingRequester {
  requester: keyof typeof RESTART_CONDITIONS_SQL;
  userId: number | null;
}

export interface RecordingDeps {
  voice: VoiceConfig;
  enqueue: Enqueue;
}

/**
 * Requests recordings of completed turns and enqueues their jobs after the commit. Returns the
 * enqueued recordings, without those that were in progress. Skips turns without text to speak, and
 * turns in a language without a voice.
 */
export const enqueueRecordings = async (
  sql: Sql,
  after: AfterCommit,
  { voice, enqueue }: RecordingDeps,
  turns: readonly SpeakableTurn[],
  { requester, userId }: RecordingRequester,
): Promise<EnqueuedRecording[]> => {
  const specs = turns
    .filter(({ content, language }) => isSpeakable(content) && speaksLanguage(voice, language))
    .map((turn) => buildRecordingSpec(turn, voice));
  const enqueued = await selectRows<EnqueuedRecording>(sql, ENQUEUE_RECORDINGS_SQL[requester], [
    specs.map(({ turnId }) => turnId),
    specs.map(({ provider }) => provider),
    specs.map(({ isSecondary }) => isSecondary),
    specs.map(({ contentHash }) => contentHash),
    userId,
  ]);
  for (const { id: recordingId, attempt, priority } of enqueued)
    after(() => enqueue("synthesize-speech", { recordingId }, { attempt, priority }));
  return enqueued;
};
