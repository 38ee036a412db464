import { JOBS } from "#shared/contract/jobs.ts";
import { ADMINS } from "./admins.ts";
import { BUYERS } from "./buyers.ts";
import { EVENTS } from "./events-table.ts";
import { MEMBERS } from "./members.ts";
import { WORKERS } from "./workers.ts";
import { Workshop } from "./workshop.ts";

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open();
});
afterAll(() => workshop.close());
afterEach(() => workshop.stage.standins.faults.clear());

describe("events, jobs and alerts when workers", () => {
  it.each(WORKERS)("$what", async (row) => expect(await workshop.record(row)).toEqual(row.says));
});

test("the tables cover every event and every job", () => {
  const lines = [...MEMBERS, ...ADMINS, ...BUYERS, ...WORKERS].flatMap(({ says }) => says);
  const words = new Set(lines.flatMap((line) => line.split(" ")));
  // Sent on timers, whatever happens: running work, snapshots, watcher counts, provider health and
  // live debates.
  const always = [
    "operations:updated",
    "debate:standing",
    "watchers:updated",
    "providers:updated",
    "debates:live",
  ];
  const names = [...Object.keys(EVENTS), ...Object.keys(JOBS)];
  expect(names.filter((name) => !words.has(name))).toEqual(always);
});
