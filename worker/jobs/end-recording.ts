import { sha256, type SpeechOrder } from "#infra/audio/speech-order.ts";
import { change } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { changeAndLock, lockRows } from "#infra/db/locks.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import type { WorkerContext } from "../context.ts";
import type { Recording } from "../speech/join-recording.ts";
import type { RecordingForJob } from "./load-recording.ts";

const ENDED = `version, job_id AS "jobId"`;

interface Ended {
  version: number;
  jobId: number | null;
}

/** Counts the recording in the admin's audio job that it belongs to, if any. */
const countForJob = async (
  { announce }: Pick<WorkerContext, "announce">,
  tx: Tx,
  after: AfterCommit,
  recording: RecordingForJob,
  jobId: number | null,
  outcome: "done" | "failed",
): Promise<void> => {
  if (jobId === null) return;
  await tx.query(`UPDATE audio_cache SET job_id = NULL WHERE id = $1`, [recording.id]);
  const [progress] = await change<AudioJobProgress>(
    tx,
    `UPDATE audio_jobs j SET ${outcome} = ${outcome} + 1 WHERE id = $1 RETURNING ${AUDIO_JOB}`,
    [jobId],
  );
  if (progress) after(() => announce.audioJobProgress(progress));
};

const dropParts = (tx: Tx, { id }: Pick<Hold, "id">): Promise<unknown> =>
  tx.query(`DELETE FROM audio_parts WHERE recording_id = $1`, [id]);

/** Replaces the stored MP3 and deletes the stored sentences. */
const storeSound = async (
  tx: Tx,
  hold: Hold,
  contentHash: string,
  { bytes, durationMs, sentences }: Recording,
): Promise<Ended> => {
  const ended = await endWork<Ended>(tx, hold, "complete", {
    set: `version = version + 1, audio_data = $1, etag = $2, duration_ms = $3, sentences = $4,
          content_hash = $5, error = NULL`,
    values: [bytes, sha256(bytes), durationMs, JSON.stringify(sentences), contentHash],
    returning: ENDED,
  });
  await dropParts(tx, hold);
  return ended;
};

/**
 * Stores the MP3 of an announcement. Sends no event, because readers look it up. Throws `LostWork`.
 */
export const storeNotice = (
  { db, logger }: WorkerContext,
  hold: Hold,
  contentHash: string,
  sound: Recording,
): Promise<unknown> => transact(db, logger, (tx) => storeSound(tx, hold, contentHash, sound));

/** Marks the recording of an announcement as failed. Throws `LostWork`. */
export const failNotice = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  hold: Hold,
  message: string,
) =>
  transact(db, logger, (tx) =>
    endWork(tx, hold, "failed", { set: "error = $1, heartbeat_at = now()", values: [message] }),
  );

/** Replaces a turn's recording and publishes that it is ready. Throws `LostWork`. */
export const storeRecording = (
  context: WorkerContext,
  hold: Hold,
  recording: RecordingForJob,
  { contentHash }: SpeechOrder,
  sound: Recording,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { version, jobId } = await storeSound(tx, hold, contentHash, sound);
    const { durationMs } = sound;
    after(() => context.announce.audioReady(recording, { status: "ready", durationMs, version }));
    await countForJob(context, tx, after, recording, jobId, "done");
  });

export const ON: readonly TurnStatus[] = ["streaming", "complete"];

/** Locks the turn until the transaction ends and returns its status. Throws `LostWork`. */
const turnStatusOf = async (tx: Tx, { turnId }: RecordingForJob): Promise<TurnStatus> => {
  // Orders this against the turn's completion, which requests a failed recording again.
  const [turn] = await lockRows<{ status: TurnStatus }>(tx, "turns", {
    columns: "status",
    where: "id = $1",
    values: [turnId],
    strength: "NO KEY UPDATE",
  });
  if (!turn) throw new LostWork();
  return turn.status;
};

/** Clears the live schedule, and allows a new request without a waiting time. */
const WITHDRAWN = "heartbeat_at = '-infinity', spoken = '[]', error = NULL";

const withdraw = async (tx: Tx, hold: Hold): Promise<void> => {
  await endWork(tx, hold, "failed", { set: WITHDRAWN });
  await dropParts(tx, hold);
};

/**
 * Discards the recording if its turn restarts or has failed, and sends no event. Returns whether it
 * did. Throws `LostWork`.
 */
export const withdrawRecording = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  hold: Hold,
  recording: RecordingForJob,
): Promise<boolean> =>
  transact(db, logger, async (tx) => {
    if (ON.includes(await turnStatusOf(tx, recording))) return false;
    await withdraw(tx, hold);
    return true;
  });

/** Discards a failed recording of a turn that fails for good. */
export const withdrawGivenUp = async (tx: Tx, turnId: number): Promise<void> => {
  const withdrawn = await changeAndLock<{ id: number }>(
    tx,
    "audio_cache",
    `UPDATE audio_cache SET ${WITHDRAWN} WHERE turn_id = $1 AND status = 'failed' RETURNING id`,
    [turnId],
  );
  if (withdrawn) await dropParts(tx, withdrawn);
};

/**
 * Marks a recording as failed for good, with the message that users see. An earlier version stays
 * available. While the turn is still written, its synthesized sentences also stay and no event is
 * sent. If the turn restarts or has failed, the recording is discarded. Throws `LostWork`.
 */
export const failRecording = (
  context: Pick<WorkerContext, "db" | "logger" | "announce">,
  hold: Hold,
  recording: RecordingForJob,
  message: string,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const status = await turnStatusOf(tx, recording);
    if (!ON.includes(status)) return withdraw(tx, hold);
    const isWritten = status === "complete";
    const { version, jobId } = await endWork<Ended>(tx, hold, "failed", {
      set: "error = $1, heartbeat_at = now(), is_on_air = is_on_air AND NOT $2",
      values: [message, isWritten],
      returning: ENDED,
    });
    if (!isWritten) return;
    after(() => context.announce.audioFailed(recording, message, version > 0));
    await countForJob(context, tx, after, recording, jobId, "failed");
  });
