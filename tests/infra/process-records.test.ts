import type { DataSource } from "typeorm";
import { OPEN_PAGES_SQL } from "#infra/db/open-pages-sql.ts";
import { recordJobFailure } from "#infra/db/jobs/job-failures.ts";
import { deleteWorker, recordWorkerHeartbeat } from "#infra/db/jobs/worker-registry.ts";
import { alertsRaised } from "#infra/metrics/registry.ts";
import { raisePurchaseAlert } from "#infra/services/purchases/raise-purchase-alert.ts";
import { isWatchedSql, recordPresence } from "#infra/services/accounts/connected-users.ts";
import { countListeners, recordListeners } from "#infra/services/audio/live-listeners.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

/** Ids of processes, by the names that this file uses for them. */
const PROCESSES = {
  mine: "11111111-1111-4111-8111-111111111111",
  gone: "22222222-2222-4222-8222-222222222222",
  other: "33333333-3333-4333-8333-333333333333",
} as const;
const { mine, gone, other } = PROCESSES;
const NO_PAGES = { userIds: [], debateIds: [], pages: 0, hasOpened: false };
const named = (text: string): string =>
  Object.entries(PROCESSES).reduce((all, [name, id]) => all.replace(id, name), text);

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
  await db.query(
    `INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', 1 FROM generate_series(1, 3)`,
  );
});
beforeEach(() =>
  db.query(`DELETE FROM job_failures; TRUNCATE workers, connected_users, listeners`),
);

const column = async (what: string, table: string): Promise<string[]> => {
  const rows = await db.query<{ it: string }[]>(
    `SELECT (${what})::text AS it FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ it }) => named(it));
};
/** Moves a timestamp into the past. */
const age = (table: string, at: string, by: string, where: string) =>
  db.query(`UPDATE ${table} SET ${at} = now() - interval '${by}' WHERE ${where}`);

it("a recorded job failure replaces the earlier failure of the same job", async () => {
  const recordProcess = (id: number, code: string) =>
    recordJobFailure(db, { job: "judge-turn", id, failure: { code, message: "No." } });
  await recordProcess(1, "failed");
  await recordProcess(3, "failed");
  await recordJobFailure(db, { job: "send-mail", id: 1 });
  await age("job_failures", "failed_at", "29 days", "job = 'judge-turn'");
  await recordProcess(1, "later");
  expect(await column("job || job_id || code", "job_failures")).toEqual([
    "judge-turn1later",
    "judge-turn3failed",
    "send-mail1failed",
  ]);
  expect(await column("job_id", "job_failures WHERE failed_at < now() - interval '1 day'")).toEqual(
    ["3"],
  );
});

it("a worker's record is renewed by its heartbeat and deleted without deleting others", async () => {
  const recordProcess = (process: string) =>
    recordWorkerHeartbeat(
      db,
      { process, instance: process, host: "h", pid: 1, queues: [] },
      [],
      [],
    );
  for (const process of [mine, gone, other]) await recordProcess(process);
  await age("workers", "seen_at", "59 minutes", `process <> '${gone}'`);
  await recordProcess(mine);
  const recent = "workers WHERE seen_at > now() - interval '1 minute'";
  expect(await column("process", recent)).toEqual(["mine", "gone"]);
  await deleteWorker(db, mine);
  expect(await column("process", "workers")).toEqual(["gone", "other"]);
});

it("a process that records its users and their debates replaces its own row and no other", async () => {
  const before = { userIds: [1], debateIds: [1], pages: 1, hasOpened: true };
  for (const process of [mine, other]) await recordPresence(db, process, before);
  await recordPresence(db, mine, { userIds: [2, 3], debateIds: [2], pages: 4, hasOpened: false });
  expect(await column("concat(process, user_ids, debate_ids, pages)", "connected_users")).toEqual([
    "mine{2,3}{2}4",
    "other{1}{1}1",
  ]);
});

it("the open pages are those of the last ten seconds, opened when a process reported the last one", async () => {
  const read = async () =>
    (await db.query<[{ pages: number; openedAt: number }]>(OPEN_PAGES_SQL))[0];
  expect(await read()).toEqual({ pages: 0, openedAt: 0 });
  await recordPresence(db, mine, { ...NO_PAGES, pages: 2, hasOpened: true });
  await recordPresence(db, other, { ...NO_PAGES, pages: 1 });
  const { openedAt } = await read();
  expect(Math.abs(Date.now() - openedAt)).toBeLessThan(10_000);
  await recordPresence(db, mine, { ...NO_PAGES, pages: 3 });
  expect(await read()).toEqual({ pages: 4, openedAt });
  await age("connected_users", "seen_at", "11 seconds", `process = '${mine}'`);
  expect(await read()).toEqual({ pages: 1, openedAt: 0 });
});

it("a debate is watched while a process has reported it in the last ten seconds", async () => {
  const watched = () => column("id", `debates WHERE ${isWatchedSql("id")}`);
  await recordPresence(db, mine, { ...NO_PAGES, debateIds: [1, 2] });
  await recordPresence(db, gone, { ...NO_PAGES, debateIds: [3] });
  await age("connected_users", "seen_at", "11 seconds", `process = '${gone}'`);
  expect(await watched()).toEqual(["1", "2"]);
});

describe("a process that records listeners", () => {
  const all = [1, 2].map((debateId) => ({ debateId, listeners: 2 }));
  const rows = () => column("concat(process, debate_id)", "listeners");

  it("deletes its own ended rows and no others", async () => {
    for (const process of [mine, other]) await recordListeners(db, process, all);
    await recordListeners(db, mine, all.slice(1));
    expect(await rows()).toEqual(["mine2", "other1", "other2"]);
  });

  it("counts rows of the last ten seconds, for the requested debates only", async () => {
    for (const process of Object.values(PROCESSES)) await recordListeners(db, process, all);
    await age("listeners", "heard_at", "11 seconds", `process = '${gone}'`);
    expect(await countListeners(db, [1, 3])).toEqual(new Map([[1, 4]]));
  });
});

it("an operator gets one alert per problem of each payment", async () => {
  const add = `INSERT INTO transactions (user_id, amount, credits) VALUES (1, 500, 5) RETURNING id`;
  const [{ id: one }] = await db.query<[{ id: number }]>(add);
  const [{ id: two }] = await db.query<[{ id: number }]>(add);
  const { logger, lines } = createMemoryLogger();
  const alert = (transactionId: number, what: string) =>
    raisePurchaseAlert({ db, logger }, { transactionId, orderId: null }, what);
  const called = async () =>
    (await alertsRaised.get()).values.map(({ labels, value }) => [labels.alert, value]);
  expect(await called()).toEqual([
    ["payment", 0],
    ["registrations", 0],
    ["panel", 0],
  ]);
  for (const what of ["lost", "lost", "late"]) await alert(one, what);
  await alert(two, "lost");
  await alert(one, "lost");
  expect(lines.map(({ transactionId, msg }) => [transactionId, msg])).toEqual([
    [one, expect.stringMatching(/lost$/)],
    [one, expect.stringMatching(/late$/)],
    [two, expect.stringMatching(/lost$/)],
  ]);
  expect(await called()).toEqual([
    ["payment", 3],
    ["registrations", 0],
    ["panel", 0],
  ]);
});
