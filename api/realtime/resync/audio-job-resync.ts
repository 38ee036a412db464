import type { Sql } from "#infra/db/sql.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import { listAudioJobs } from "#api/queries/audio/list-audio-jobs.ts";

const buildProgressKey = ({ done, failed }: AudioJobProgress): string => `${done} ${failed}`;

/**
 * Resyncs the progress of recording jobs. Sends a state only after two equal reads, so that the
 * regular event of a change arrives first. After the start, the first read sends nothing, because
 * pages that connect later load that state themselves.
 */
export const createAudioJobResync = (
  sql: Sql,
  send: (job: AudioJobProgress) => void,
): (() => Promise<void>) => {
  let previous = new Map<number, string>();
  let sent: Map<number, string> | undefined;

  return async () => {
    const jobs = await listAudioJobs(sql);
    const current = new Map(jobs.map((job) => [job.jobId, buildProgressKey(job)]));
    const previouslySent = sent ?? current;
    sent = new Map(jobs.map(({ jobId }) => [jobId, previouslySent.get(jobId) ?? ""]));
    for (const job of jobs) {
      const state = buildProgressKey(job);
      if (previous.get(job.jobId) !== state || sent.get(job.jobId) === state) continue;
      send(job);
      sent.set(job.jobId, state);
    }
    previous = current;
  };
};
