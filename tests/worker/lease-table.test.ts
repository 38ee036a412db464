import { JOB_NAMES } from "#shared/contract/jobs.ts";
import { createLeaseTable } from "#worker/runtime/heartbeat/lease-table.ts";
import { createLease } from "../helpers/create-lease.ts";

const MAX_LEASES = 4096;

/** A full lease table: every entry holds the lease of a job that generates a turn. */
const createFullTable = () => {
  const table = createLeaseTable();
  const leases = Array.from({ length: MAX_LEASES }, (_, n) =>
    createLease({ job: "generate-turn", id: n + 1 }),
  );
  for (const lease of leases) table.add(lease);
  const list = () => Array.from(table.shared.statementNumbers, (n) => JOB_NAMES[n - 1] ?? "free");
  return { ...table, leases, list };
};

const EMAIL = createLease({ job: "send-mail", id: 1, attempt: 7 });

describe("the lease table of the heartbeat thread", () => {
  it("holds 4096 leases and ignores further ones, also when they end", () => {
    const { shared, list, add, remove } = createFullTable();
    const full = Array.from({ length: MAX_LEASES }, () => "generate-turn");
    expect(list()).toEqual(full);
    add(EMAIL);
    expect(list()).toEqual(full);
    remove(EMAIL);
    expect(list()).toEqual(full);
    expect(new Set(shared.ids).size).toBe(MAX_LEASES);
  });

  it("reuses the entry of a lease that ended, once", () => {
    const { leases, shared, list, add, remove } = createFullTable();
    const [ended] = leases;
    if (ended) for (let times = 0; times < 2; times++) remove(ended);
    const at = list().indexOf("free");
    expect(at).toBeGreaterThanOrEqual(0);
    add(EMAIL);
    expect([list()[at], shared.ids[at], shared.attempts[at]]).toEqual(["send-mail", 1, 7]);
    add(createLease({ job: "send-mail", id: 2 }));
    expect(list().filter((job) => job === "send-mail")).toHaveLength(1);
  });
});
