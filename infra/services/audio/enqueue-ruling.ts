import { buildRulingSpec, type SpeakableRuling } from "#infra/audio/recording-spec.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import {
  countOpenRecordingsSql,
  type RecordingDeps,
  RESTART_RECORDING_SQL,
} from "./enqueue-recordings.ts";

/** Restarts an existing recording only if the ruling's text or voice has changed. */
const ENQUEUE_RULING_SQL = `
  INSERT INTO audio_cache AS a (ruling_turn_id, provider, content_hash, asked_by, priority)
  VALUES ($1, $2, $3, $4::int, ${countOpenRecordingsSql("$4")})
  ON CONFLICT (ruling_turn_id) WHERE ruling_turn_id IS NOT NULL DO UPDATE
     SET ${RESTART_RECORDING_SQL}, provider = excluded.provider,
         content_hash = excluded.content_hash, priority = excluded.priority
   WHERE a.content_hash <> excluded.content_hash
  RETURNING id, attempt, priority`;

/**
 * Requests the recording of a ruling, which is the judge's one sentence about a turn, in the
 * judge's voice. Enqueues the job after the commit. Does nothing if this ruling is recorded
 * already, or if no voice differs from the debaters' voices. `userId` is the user whose open
 * recordings determine the priority.
 */
export const enqueueRuling = async (
  tx: Tx,
  after: AfterCommit,
  { voice, enqueue }: RecordingDeps,
  ruling: SpeakableRuling,
  userId: number,
): Promise<void> => {
  const spec = buildRulingSpec(ruling, voice);
  if (!spec || !isSpeakable(ruling.ruling)) return;
  const [enqueued] = await mutateRows<{ id: number; attempt: number; priority: number }>(
    tx,
    ENQUEUE_RULING_SQL,
    [ruling.turnId, spec.provider, spec.contentHash, userId],
  );
  if (!enqueued) return;
  const { id: recordingId, attempt, priority } = enqueued;
  after(() => enqueue("synthesize-speech", { recordingId }, { attempt, priority }));
};
