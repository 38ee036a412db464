import { ANNOUNCEMENT_NAMES, type Announcement } from "#shared/domain/audio/announcements.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { buildAnnouncementSpec } from "#infra/audio/recording-spec.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { FAILED_RECORDING_RETRY_SECONDS } from "./enqueue-recordings.ts";

/**
 * Makes a recording again if its voice or text has changed, or if it failed. Inserts and updates
 * are two statements, as for recordings of turns.
 */
const ENQUEUE_ANNOUNCEMENTS_SQL = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (notice, provider, hash)),
  made AS (
    INSERT INTO audio_cache (notice, provider, content_hash) SELECT * FROM asked
    ON CONFLICT DO NOTHING RETURNING id, attempt),
  again AS (
    UPDATE audio_cache a
       SET status = 'pending', attempt = ${resetAttemptsSql("a.attempt")}, failures = 0, error = NULL,
           run_at = now()
      FROM asked
     WHERE a.notice = asked.notice
       AND ((a.status = 'complete' AND a.content_hash <> asked.hash)
         OR (a.status = 'failed' AND a.heartbeat_at < now() - interval '${FAILED_RECORDING_RETRY_SECONDS} seconds'))
    RETURNING a.id, a.attempt)
  TABLE made UNION ALL TABLE again`;

/** Requests the missing recordings of announcements. */
export const enqueueAnnouncements = (
  { sql, enqueue, logger }: { sql: Sql; enqueue: Enqueue; logger: Logger },
  voice: VoiceConfig,
): Promise<void> =>
  withAfterCommit(logger, async (after) => {
    const orders = ANNOUNCEMENT_NAMES.map((notice: Announcement) =>
      buildAnnouncementSpec(notice, voice),
    );
    const asked = await selectRows<{ id: number; attempt: number }>(
      sql,
      ENQUEUE_ANNOUNCEMENTS_SQL,
      [
        ANNOUNCEMENT_NAMES,
        orders.map(({ provider }) => provider),
        orders.map(({ contentHash }) => contentHash),
      ],
    );
    for (const { id: recordingId, attempt } of asked)
      after(() => enqueue("synthesize-speech", { recordingId }, { attempt }));
  });
