import { openTestBackend, type TestBackend } from "./harness.ts";
import { runSql } from "./bench/support/run-sql.ts";
import { overspending } from "./overspending.ts";
import { insertUsage } from "./helpers/insert-usage.ts";

const LIMIT = 100;
const AT_ONCE = new Map([
  ["turns", 2],
  ["judging", 1],
  ["speech", 1],
] as const);

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend("postgres");
});
afterAll(() => backend.database.drop());
beforeEach(() => runSql(backend, "DELETE FROM usage"));

const spend = (kind: string, price: number, userId = 1) =>
  insertUsage((...statement) => runSql(backend, ...statement), { kind, userId, price });
const found = async (per: "day" | "day, user_id") =>
  (await runSql<{ spent: number }>(backend, overspending(LIMIT, AT_ONCE, per))).map(
    ({ spent }) => spent,
  );

test("the limit may be exceeded only by attempts that run concurrently", async () => {
  await spend("generate-turn", LIMIT - 1);
  for (const kind of ["generate-turn", "generate-turn", "judge-turn", "synthesize-speech"])
    await spend(kind, 200);
  expect(await found("day")).toEqual([]);
  // Verdicts and judgings share a queue with one slot, so only one of them may exceed the limit.
  await spend("judge-debate", 1);
  expect(await found("day")).toEqual([LIMIT + 800]);
});

test("the limit applies to each user's sum separately", async () => {
  await spend("generate-turn", LIMIT - 1, 1);
  await spend("generate-turn", LIMIT - 1, 2);
  await spend("generate-turn", LIMIT - 1, 3);
  await spend("generate-turn", LIMIT - 1, 4);
  expect(await found("day, user_id")).toEqual([]);
  expect(await found("day")).toHaveLength(1);
  await spend("judge-turn", LIMIT, 1);
  await spend("judge-turn", LIMIT, 1);
  expect(await found("day, user_id")).toHaveLength(1);
});
