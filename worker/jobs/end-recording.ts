import { sha256, type SpeechOrder } from "#infra/audio/speech-order.ts";
import { change } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { lockRows } from "#infra/db/locks.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import type { WorkerContext } from "../context.ts";
import type { Recording } from "../speech/join-recording.ts";
import type { RecordingForJob } from "./load-recording.ts";

/** What is known of a recording when its making has ended. */
const ENDED = `version, job_id AS "jobId"`;

interface Ended {
  version: number;
  jobId: number | null;
}

/** Counts a recording for the admin's job that waits for it. */
const countForJob = async (
  { announce }: WorkerContext,
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

/** Puts a finished recording in the place of the one before. */
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
  await tx.query(`DELETE FROM audio_parts WHERE recording_id = $1`, [hold.id]);
  return ended;
};

/** Stores what is told to listeners; whoever needs it looks for it. Throws `LostWork`. */
export const storeNotice = (
  { db, logger }: WorkerContext,
  hold: Hold,
  contentHash: string,
  sound: Recording,
): Promise<unknown> => transact(db, logger, (tx) => storeSound(tx, hold, contentHash, sound));

/** Marks the making of it as failed. Throws `LostWork`. */
export const failNotice = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  hold: Hold,
  message: string,
) =>
  transact(db, logger, (tx) =>
    endWork(tx, hold, "failed", { set: "error = $1, heartbeat_at = now()", values: [message] }),
  );

/**
 * Stores a finished recording in the place of the one before, and lets its listeners know. Throws
 * `LostWork`.
 */
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

/**
 * Ends the making of what is not to be said after all: its turn is none of `said`, and written anew, or
 * not at all. Nobody is told, and whoever asks again need not wait. Returns whether that is so. Throws
 * `LostWork`.
 */
export const withdrawRecording = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  hold: Hold,
  { turnId }: RecordingForJob,
  said: readonly TurnStatus[],
): Promise<boolean> =>
  transact(db, logger, async (tx) => {
    // Whoever completes it asks for the recording afterwards, or has done so.
    const [turn] = await lockRows<{ status: TurnStatus }>(tx, "turns", {
      columns: "status",
      where: "id = $1",
      values: [turnId],
      strength: "NO KEY UPDATE",
    });
    if (!turn) throw new LostWork();
    if (said.includes(turn.status)) return false;
    await endWork(tx, hold, "failed", {
      set: "heartbeat_at = '-infinity', spoken = '[]', error = NULL",
    });
    await tx.query(`DELETE FROM audio_parts WHERE recording_id = $1`, [hold.id]);
    return true;
  });

/**
 * Marks the making as failed for good, with the reason people read; a recording that was there
 * stays. Throws `LostWork`.
 */
export const failRecording = (
  context: WorkerContext,
  hold: Hold,
  recording: RecordingForJob,
  message: string,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { version, jobId } = await endWork<Ended>(tx, hold, "failed", {
      set: "error = $1, heartbeat_at = now(), is_on_air = false",
      values: [message],
      returning: ENDED,
    });
    after(() => context.announce.audioFailed(recording, message, version > 0));
    await countForJob(context, tx, after, recording, jobId, "failed");
  });
