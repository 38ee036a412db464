import type { JobLease } from "#infra/db/jobs/job-lease.ts";

/**
 * Returns the lease that a claim grants for the first attempt of a job. `lease` overrides its
 * fields.
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
