import type { JobLease } from "#infra/db/jobs/job-lease.ts";

/**
 * Returns the lease of a job's first attempt, as a claim grants it, except for the given values.
 */
export const createLease = (lease: Pick<JobLease, "job" | "id"> & Partial<JobLease>): JobLease => ({
  attempt: 1,
  failures: 0,
  isTakenOver: false,
  waitedMs: 0,
  subject: {},
  slot: null,
  loaded: undefined,
  ...lease,
});
