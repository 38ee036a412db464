import type { Sql } from "#infra/db/sql.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { listAudioJobs } from "#api/queries/audio/list-audio-jobs.ts";

const buildProgressKey = ({ done, failed }: AudioJobProgress): string => `${done} ${failed}`;

/**
 * Resyncs the progress of recording jobs. Sends a state once it was unchanged for two reads,
 * because the regular event has arrived by then. The first read sends nothing: no open page is
 * older.
 */
export const createAudioJobResync = (
  sql: Sql,
  tell: (job: AudioJobProgress) => void,
): (() => Promise<void>) => {
  let before = new Map<number, string>();
  let told: Map<number, string> | undefined;

  return async () => {
    const jobs = await listAudioJobs(sql);
    const now = new Map(jobs.map((job) => [job.jobId, buildProgressKey(job)]));
    const known = told ?? now;
    told = new Map(jobs.map(({ jobId }) => [jobId, known.get(jobId) ?? ""]));
    for (const job of jobs) {
      const state = buildProgressKey(job);
      if (before.get(job.jobId) !== state || told.get(job.jobId) === state) continue;
      tell(job);
      told.set(job.jobId, state);
    }
    before = now;
  };
};
