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

/** What is known of a recording when its making has ended. */
const ENDED = `version, job_id AS "jobId"`;

interface Ended {
  version: number;
  jobId: number | null;
}

/** Counts a recording for the admin's job that waits for it. */
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
  await dropParts(tx, hold);
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

/** So it can be spoken, to where it is written. */
export const ON: readonly TurnStatus[] = ["streaming", "complete"];

/** How the turn stands, until the transaction ends. Throws `LostWork`. */
const turnStatusOf = async (tx: Tx, { turnId }: RecordingForJob): Promise<TurnStatus> => {
  // Whoever completes it asks for the recording afterwards, or has done so.
  const [turn] = await lockRows<{ status: TurnStatus }>(tx, "turns", {
    columns: "status",
    where: "id = $1",
    values: [turnId],
    strength: "NO KEY UPDATE",
  });
  if (!turn) throw new LostWork();
  return turn.status;
};

/** Nothing of it is heard any more, and whoever asks again need not wait. */
const WITHDRAWN = "heartbeat_at = '-infinity', spoken = '[]', error = NULL";

const withdraw = async (tx: Tx, hold: Hold): Promise<void> => {
  await endWork(tx, hold, "failed", { set: WITHDRAWN });
  await dropParts(tx, hold);
};

/**
 * Ends the making of what is not to be said after all: its turn is written anew, or not at all. Nobody is
 * told. Returns whether that is so. Throws `LostWork`.
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

/** The same of what was given up while its turn was written, as the turn fails for good. */
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
 * Marks the making as failed for good, with the reason people read; a recording that was there
 * stays. While its turn is written, that is no last word: what was spoken stays, too, on the air and paid,
 * and nobody is told. What is not to be said after all is withdrawn. Throws `LostWork`.
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
