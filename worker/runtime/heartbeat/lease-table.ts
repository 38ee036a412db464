import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import { JOB_NAMES } from "#shared/contract/jobs.ts";
import type { SharedLeaseTable } from "./heartbeat-thread.ts";

/**
 * Maximum leases that the thread renews: about ten times a worker's default concurrency. Further
 * ones are renewed only by the main thread.
 */
const MAX_LEASES = 4096;

const createColumn = () => new Int32Array(new SharedArrayBuffer(MAX_LEASES * 4));

export interface LeaseTable {
  /** The entries, in memory that the heartbeat thread shares. */
  shared: SharedLeaseTable;
  add(lease: JobLease): void;
  remove(lease: JobLease): void;
}

export const createLeaseTable = (): LeaseTable => {
  const shared: SharedLeaseTable = {
    statementNumbers: createColumn(),
    ids: createColumn(),
    attempts: createColumn(),
  };
  const freeSlots = [...shared.statementNumbers.keys()];
  const taken = new Map<JobLease, number>();
  return {
    shared,
    add(lease) {
      const at = freeSlots.pop();
      if (at === undefined) return;
      taken.set(lease, at);
      shared.ids[at] = lease.id;
      shared.attempts[at] = lease.attempt;
      // The statement number is written last, because the thread reads `ids` and `attempts` of an
      // entry only if this number is set.
      Atomics.store(shared.statementNumbers, at, JOB_NAMES.indexOf(lease.job) + 1);
    },
    remove(lease) {
      const at = taken.get(lease);
      if (at === undefined) return;
      taken.delete(lease);
      Atomics.store(shared.statementNumbers, at, 0);
      freeSlots.push(at);
    },
  };
};
