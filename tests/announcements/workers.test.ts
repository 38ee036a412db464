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

describe("all that is announced when workers", () => {
  it.each(WORKERS)("$what", async (row) => expect(await workshop.record(row)).toEqual(row.says));
});

test("every event and every job is in one of the tables", () => {
  const lines = [...MEMBERS, ...ADMINS, ...BUYERS, ...WORKERS].flatMap(({ says }) => says);
  const words = new Set(lines.flatMap((line) => line.split(" ")));
  // Said by the clock, whoever does what: what runs, how a debate stands, how many watch, who does not
  // answer, and which debates go on.
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
