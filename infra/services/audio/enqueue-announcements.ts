import {
  ANNOUNCEMENT_NAMES,
  type AnnouncementLanguage,
  buildAnnouncementKey,
} from "#shared/domain/audio/announcements.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { buildAnnouncementSpec } from "#infra/audio/recording-spec.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { FAILED_RECORDING_RETRY_SECONDS, RESTART_RECORDING_SQL } from "./enqueue-recordings.ts";

/**
 * Restarts a recording if its voice or text has changed, or if it failed. Inserts and updates are
 * separate, because the table has two unique constraints and ON CONFLICT DO UPDATE can name only
 * one.
 */
const ENQUEUE_ANNOUNCEMENTS_SQL = `
  WITH requested AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS requested (notice, provider, hash)),
  inserted AS (
    INSERT INTO audio_cache (notice, provider, content_hash) SELECT * FROM requested
    ON CONFLICT DO NOTHING RETURNING id, attempt),
  restarted AS (
    UPDATE audio_cache a SET ${RESTART_RECORDING_SQL}
      FROM requested
     WHERE a.notice = requested.notice
       AND ((a.status = 'complete' AND a.content_hash <> requested.hash)
         OR (a.status = 'failed' AND a.heartbeat_at < now() - interval '${FAILED_RECORDING_RETRY_SECONDS} seconds'))
    RETURNING a.id, a.attempt)
  TABLE inserted UNION ALL TABLE restarted`;

/** Enqueues the recordings of announcements in a language that are missing or outdated. */
export const enqueueAnnouncements = (
  { sql, enqueue, logger }: { sql: Sql; enqueue: Enqueue; logger: Logger },
  voice: VoiceConfig,
  language: AnnouncementLanguage,
): Promise<void> =>
  withAfterCommit(logger, async (after) => {
    const keys = ANNOUNCEMENT_NAMES.map((name) => buildAnnouncementKey(name, language));
    const specs = keys.map((key) => buildAnnouncementSpec(key, voice));
    const enqueued = await selectRows<{ id: number; attempt: number }>(
      sql,
      ENQUEUE_ANNOUNCEMENTS_SQL,
      [keys, specs.map(({ provider }) => provider), specs.map(({ contentHash }) => contentHash)],
    );
    for (const { id: recordingId, attempt } of enqueued)
      after(() => enqueue("synthesize-speech", { recordingId }, { attempt }));
  });
