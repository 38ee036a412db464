import { JOBS } from "#shared/contract/jobs.ts";
import { ADMIN_ACTS_TABLE } from "./admin-acts.ts";
import { PURCHASE_ACTS_TABLE } from "./purchase-acts.ts";
import { SERVER_EVENT_CONTRACTS } from "./server-events-table.ts";
import { MEMBER_ACTS_TABLE } from "./member-acts.ts";
import { WORKER_ACTS_TABLE } from "./worker-acts.ts";
import { WorkerEffectsHarness } from "./worker-effects-harness.ts";

let harness: WorkerEffectsHarness;
beforeAll(async () => {
  harness = await WorkerEffectsHarness.open();
});
afterAll(() => harness.close());
afterEach(() => harness.worker.fakes.faults.clear());

describe("events, jobs and alerts when workers", () => {
  it.each(WORKER_ACTS_TABLE)("$what", async (row) =>
    expect(await harness.record(row)).toEqual(row.says),
  );
});

test("the tables cover every event and every job", () => {
  const lines = [
    ...MEMBER_ACTS_TABLE,
    ...ADMIN_ACTS_TABLE,
    ...PURCHASE_ACTS_TABLE,
    ...WORKER_ACTS_TABLE,
  ].flatMap(({ says }) => says);
  const words = new Set(lines.flatMap((line) => line.split(" ")));
  // Events that are sent on timers, whatever happens: running jobs, snapshots, watcher counts,
  // provider health, live debates, the cleanup and the leaderboard.
  const always = [
    "operations:updated",
    "debate:snapshot",
    "debate:standing",
    "reactions:updated",
    "watchers:updated",
    "providers:updated",
    "debates:live",
    "cleanup",
    "rank-models",
  ];
  const names = [...Object.keys(SERVER_EVENT_CONTRACTS), ...Object.keys(JOBS)];
  expect(names.filter((name) => !words.has(name))).toEqual(always);
});
