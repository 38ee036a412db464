import { NOTICE_NAMES, type Notice } from "#shared/domain/notices.ts";
import type { VoiceAccess } from "../access.ts";
import { noticeOrderOf } from "../audio/speech-order.ts";
import { select, type Sql } from "../db/sql.ts";
import { withEffects } from "../db/transaction.ts";
import { attemptsAnew } from "../db/work.ts";
import type { Logger } from "../logger.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import { FAILURE_RESTS_S } from "./ask-for-recordings.ts";

/**
 * Makes a recording again if its voice or text has changed, or if it failed. Inserts and updates
 * are two statements, as for recordings of turns.
 */
const ASK = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (notice, provider, hash)),
  made AS (
    INSERT INTO audio_cache (notice, provider, content_hash) SELECT * FROM asked
    ON CONFLICT DO NOTHING RETURNING id, attempt),
  again AS (
    UPDATE audio_cache a
       SET status = 'pending', attempt = ${attemptsAnew("a.attempt")}, failures = 0, error = NULL,
           run_at = now()
      FROM asked
     WHERE a.notice = asked.notice
       AND ((a.status = 'complete' AND a.content_hash <> asked.hash)
         OR (a.status = 'failed' AND a.heartbeat_at < now() - interval '${FAILURE_RESTS_S} seconds'))
    RETURNING a.id, a.attempt)
  TABLE made UNION ALL TABLE again`;

/** Requests the missing recordings of announcements. */
export const askForNotices = (
  { reads, enqueue, logger }: { reads: Sql; enqueue: Enqueue; logger: Logger },
  voice: VoiceAccess,
): Promise<void> =>
  withEffects(logger, async (after) => {
    const orders = NOTICE_NAMES.map((notice: Notice) => noticeOrderOf(notice, voice));
    const asked = await select<{ id: number; attempt: number }>(reads, ASK, [
      NOTICE_NAMES,
      orders.map(({ provider }) => provider),
      orders.map(({ contentHash }) => contentHash),
    ]);
    for (const { id: recordingId, attempt } of asked)
      after(() => enqueue("synthesize-speech", { recordingId }, { attempt }));
  });
