import type { Sql } from "#infra/db/sql.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import { listAudioJobs } from "../queries/list-audio-jobs.ts";

const stateOf = ({ done, failed }: AudioJobProgress): string => `${done} ${failed}`;

/**
 * Looks how far audio jobs are, and tells it once that has been so for two looks: what was announced
 * at the time has arrived. What the first look finds is older than any page that is open here.
 */
export const createAudioJobsTeller = (
  reads: Sql,
  tell: (job: AudioJobProgress) => void,
): (() => Promise<void>) => {
  let before = new Map<number, string>();
  let told: Map<number, string> | undefined;

  return async () => {
    const jobs = await listAudioJobs(reads);
    const now = new Map(jobs.map((job) => [job.jobId, stateOf(job)]));
    const known = told ?? now;
    told = new Map(jobs.map(({ jobId }) => [jobId, known.get(jobId) ?? ""]));
    for (const job of jobs) {
      const state = stateOf(job);
      if (before.get(job.jobId) !== state || told.get(job.jobId) === state) continue;
      tell(job);
      told.set(job.jobId, state);
    }
    before = now;
  };
};
