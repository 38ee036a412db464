import { sha256, type Speech } from "#infra/audio/speech.ts";
import { change } from "#infra/db/sql.ts";
import { type AfterCommit, transact } from "#infra/db/transaction.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import type { EntityManager } from "typeorm";
import type { WorkerContext } from "../context.ts";
import type { Recording } from "../speech/join-recording.ts";
import type { RecordingOnStage } from "./load-recording.ts";
import { LostWork } from "./work.ts";

interface Settled {
  version: number;
  jobId: number | null;
}

/** Counts a recording for the admin's job that waits for it. */
const countForJob = async (
  { announce }: WorkerContext,
  tx: EntityManager,
  after: AfterCommit,
  recording: RecordingOnStage,
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

/**
 * Stores a finished recording in the place of the one before, and lets its listeners know. Throws
 * `LostWork` when the attempt is void.
 */
export const storeRecording = (
  context: WorkerContext,
  recording: RecordingOnStage,
  attempt: number,
  { contentHash }: Speech,
  { bytes, durationMs, sentences }: Recording,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [stored] = await change<Settled>(
      tx,
      `UPDATE audio_cache
          SET status = 'complete', version = version + 1, audio_data = $3, etag = $4,
              duration_ms = $5, sentences = $6, content_hash = $7, error = NULL
        WHERE id = $1 AND attempt = $2 AND status = 'running'
        RETURNING version, job_id AS "jobId"`,
      [
        recording.id,
        attempt,
        bytes,
        sha256(bytes),
        durationMs,
        JSON.stringify(sentences),
        contentHash,
      ],
    );
    if (!stored) throw new LostWork();
    await tx.query(`DELETE FROM audio_parts WHERE recording_id = $1`, [recording.id]);
    const { version, jobId } = stored;
    after(() => context.announce.audioReady(recording, { status: "ready", durationMs, version }));
    await countForJob(context, tx, after, recording, jobId, "done");
  });

/**
 * Marks the making as failed for good, with the reason people read; a recording that was there
 * stays. Throws `LostWork` when the attempt is void.
 */
export const failRecording = (
  context: WorkerContext,
  recording: RecordingOnStage,
  attempt: number,
  message: string,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [failed] = await change<Settled>(
      tx,
      `UPDATE audio_cache SET status = 'failed', error = $3, heartbeat_at = now()
        WHERE id = $1 AND attempt = $2 AND status = 'running'
        RETURNING version, job_id AS "jobId"`,
      [recording.id, attempt, message],
    );
    if (!failed) throw new LostWork();
    after(() => context.announce.audioFailed(recording, message, failed.version > 0));
    await countForJob(context, tx, after, recording, failed.jobId, "failed");
  });
