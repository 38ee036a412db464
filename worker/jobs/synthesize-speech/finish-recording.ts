import { sha256, type RecordingSpec } from "#infra/audio/recording-spec.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import { AUDIO_JOB_COLUMNS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { EncodedRecording } from "#worker/speech/join-mp3-parts.ts";
import type { RecordingForJob } from "./load-recording.ts";

const FINISHED_COLUMNS = `version, job_id AS "jobId"`;

interface FinishedRecording {
  version: number;
  jobId: number | null;
}

/** Counts the recording as done or failed if it belongs to an admin's audio job. */
const updateAudioJob = async (
  { announce }: Pick<WorkerContext, "announce">,
  tx: Tx,
  after: AfterCommit,
  recording: RecordingForJob,
  jobId: number | null,
  outcome: "done" | "failed",
): Promise<void> => {
  if (jobId === null) return;
  await tx.query(`UPDATE audio_cache SET job_id = NULL WHERE id = $1`, [recording.id]);
  const [progress] = await mutateRows<AudioJobProgress>(
    tx,
    `UPDATE audio_jobs j SET ${outcome} = ${outcome} + 1 WHERE id = $1 RETURNING ${AUDIO_JOB_COLUMNS_SQL}`,
    [jobId],
  );
  if (progress) after(() => announce.audioJobProgress(progress));
};

const deleteParts = (tx: Tx, { id }: Pick<JobLease, "id">): Promise<unknown> =>
  tx.query(`DELETE FROM audio_parts WHERE recording_id = $1`, [id]);

/** Replaces the stored MP3 and deletes the single sentences that it was joined from. */
const storeMp3 = async (
  tx: Tx,
  lease: JobLease,
  contentHash: string,
  { bytes, durationMs, sentences }: EncodedRecording,
): Promise<FinishedRecording> => {
  const finished = await finishJob<FinishedRecording>(tx, lease, "complete", {
    set: `version = version + 1, audio_data = $1, etag = $2, duration_ms = $3, sentences = $4,
          content_hash = $5, error = NULL`,
    values: [bytes, sha256(bytes), durationMs, JSON.stringify(sentences), contentHash],
    returning: FINISHED_COLUMNS,
  });
  await deleteParts(tx, lease);
  return finished;
};

/**
 * Stores the MP3 of a `Script`. Sends no event, because live streams and pages look the MP3 up when
 * they need it. Throws `LeaseLostError`.
 */
export const storeScript = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  lease: JobLease,
  contentHash: string,
  encoded: EncodedRecording,
): Promise<unknown> =>
  withTransaction(db, logger, (tx) => storeMp3(tx, lease, contentHash, encoded));

/** Marks the recording of a `Script` as failed. Throws `LeaseLostError`. */
export const failScript = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  lease: JobLease,
  message: string,
) =>
  withTransaction(db, logger, (tx) =>
    finishJob(tx, lease, "failed", { set: "error = $1, heartbeat_at = now()", values: [message] }),
  );

/** Replaces a turn's recording and publishes that it is ready. Throws `LeaseLostError`. */
export const storeRecording = (
  context: WorkerContext,
  lease: JobLease,
  recording: RecordingForJob,
  { contentHash }: RecordingSpec,
  encoded: EncodedRecording,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const { version, jobId } = await storeMp3(tx, lease, contentHash, encoded);
    const { durationMs } = encoded;
    after(() => context.announce.audioReady(recording, { status: "ready", durationMs, version }));
    await updateAudioJob(context, tx, after, recording, jobId, "done");
  });

export const SPEAKABLE_STATUSES: readonly TurnStatus[] = ["streaming", "complete"];

/** Locks the turn until the transaction ends and returns its status. Throws `LeaseLostError`. */
const lockTurnStatus = async (tx: Tx, { turnId }: RecordingForJob): Promise<TurnStatus> => {
  // Without this lock, the turn could complete before this recording is marked as failed. The
  // completion would then find the recording in progress and not request it again.
  const [turn] = await lockRows<{ status: TurnStatus }>(tx, "turns", {
    columns: "status",
    where: "id = $1",
    values: [turnId],
    strength: "NO KEY UPDATE",
  });
  if (!turn) throw new LeaseLostError();
  return turn.status;
};

/**
 * Clears the live schedule `spoken`. With a `heartbeat_at` in the past, the recording can be
 * requested again at once.
 */
const DISCARDED_COLUMNS = "heartbeat_at = '-infinity', spoken = '[]', error = NULL";

const discardRecording = async (tx: Tx, lease: JobLease): Promise<void> => {
  await finishJob(tx, lease, "failed", { set: DISCARDED_COLUMNS });
  await deleteParts(tx, lease);
};

/**
 * Discards the recording if its turn restarts or has failed, and returns whether it did. Sends no
 * event. Throws `LeaseLostError`.
 */
export const discardIfTurnRestarted = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  lease: JobLease,
  recording: RecordingForJob,
): Promise<boolean> =>
  withTransaction(db, logger, async (tx) => {
    if (SPEAKABLE_STATUSES.includes(await lockTurnStatus(tx, recording))) return false;
    await discardRecording(tx, lease);
    return true;
  });

/** Discards the recording of a turn that fails for good, if the recording has failed too. */
export const discardFailedRecording = async (tx: Tx, turnId: number): Promise<void> => {
  const discarded = await updateAndLockRow<{ id: number }>(
    tx,
    "audio_cache",
    `UPDATE audio_cache SET ${DISCARDED_COLUMNS} WHERE turn_id = $1 AND status = 'failed' RETURNING id`,
    [turnId],
  );
  if (discarded) await deleteParts(tx, discarded);
};

/**
 * Marks a recording as failed for good, with the message that users see. An earlier version stays
 * available. While the turn is still being written, the synthesized sentences are kept and no event
 * is sent. If the turn restarts or has failed, the recording is discarded. Throws `LeaseLostError`.
 */
export const failRecording = (
  context: Pick<WorkerContext, "db" | "logger" | "announce">,
  lease: JobLease,
  recording: RecordingForJob,
  message: string,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const status = await lockTurnStatus(tx, recording);
    if (!SPEAKABLE_STATUSES.includes(status)) return discardRecording(tx, lease);
    const isTurnComplete = status === "complete";
    const { version, jobId } = await finishJob<FinishedRecording>(tx, lease, "failed", {
      set: "error = $1, heartbeat_at = now(), is_on_air = is_on_air AND NOT $2",
      values: [message, isTurnComplete],
      returning: FINISHED_COLUMNS,
    });
    if (!isTurnComplete) return;
    after(() => context.announce.audioFailed(recording, message, version > 0));
    await updateAudioJob(context, tx, after, recording, jobId, "failed");
  });
