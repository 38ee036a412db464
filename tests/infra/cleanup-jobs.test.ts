import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { recordJobFailure } from "#infra/db/jobs/job-failures.ts";
import { deleteWorker, recordWorkerHeartbeat } from "#infra/db/jobs/worker-registry.ts";
import { alertsRaised } from "#infra/metrics/registry.ts";
import { raisePurchaseAlert } from "#infra/services/purchases/raise-purchase-alert.ts";
import { recordConnectedUsers } from "#infra/services/accounts/connected-users.ts";
import { countListeners, recordListeners } from "#infra/services/audio/live-listeners.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { completesWithoutLockWait } from "../helpers/lock-waits.ts";

/** Process ids with the names used in this file. */
const PROCESSES = {
  mine: "11111111-1111-4111-8111-111111111111",
  gone: "22222222-2222-4222-8222-222222222222",
  other: "33333333-3333-4333-8333-333333333333",
} as const;
const { mine, gone, other } = PROCESSES;
const named = (text: string): string =>
  Object.entries(PROCESSES).reduce((all, [name, id]) => all.replace(id, name), text);

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
  await db.query(
    `INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', 1 FROM generate_series(1, 3)`,
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => db.query(`TRUNCATE work_failures, workers, connected_users, listeners`));

const column = async (what: string, table: string): Promise<string[]> => {
  const rows = await db.query<{ it: string }[]>(
    `SELECT (${what})::text AS it FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ it }) => named(it));
};
/** Moves a timestamp into the past. */
const age = (table: string, at: string, by: string, where: string) =>
  db.query(`UPDATE ${table} SET ${at} = now() - interval '${by}' WHERE ${where}`);

describe("a recorded job failure", () => {
  const note = (id: number, code = "failed") =>
    recordJobFailure(db, { job: "judge-turn", id, failure: { code, message: "No." } });
  const old = (id: number) => age("work_failures", "failed_at", "31 days", `work_id = ${id}`);

  it("replaces the earlier failure of the same job and deletes those older than 30 days", async () => {
    for (const id of [1, 2, 3]) await note(id);
    await recordJobFailure(db, { job: "send-mail", id: 1 });
    for (const id of [1, 2]) await old(id);
    await note(1, "later");
    expect(await column("job || work_id || code", "work_failures")).toEqual([
      "judge-turn1later",
      "judge-turn3failed",
    ]);
    expect(await column("failed_at > now() - interval '1 day'", "work_failures")).toEqual([
      "true",
      "true",
    ]);
  });

  it("does not wait for another transaction that deletes old failures", async () => {
    await note(1);
    await old(1);
    const elsewhere = db.createQueryRunner();
    await elsewhere.startTransaction();
    await elsewhere.query("SELECT FROM work_failures FOR UPDATE");
    const noting = note(2);
    expect(await completesWithoutLockWait(db, noting)).toBe(true);
    await elsewhere.rollbackTransaction();
    await elsewhere.release();
    await noting;
    expect(await column("work_id", "work_failures")).toEqual(["1", "2"]);
  });
});

describe("a worker's record", () => {
  const note = (process: string) =>
    recordWorkerHeartbeat(db, { process, instance: process, host: "h", pid: 1, queues: [] }, []);
  beforeEach(async () => {
    for (const process of Object.values(PROCESSES)) await note(process);
  });

  it("deletes those of workers that were silent for an hour, but never itself", async () => {
    await age("workers", "seen_at", "61 minutes", `process <> '${other}'`);
    await age("workers", "seen_at", "59 minutes", `process = '${other}'`);
    await note(mine);
    expect(await column("process", "workers")).toEqual(["mine", "other"]);
    const seen = "seen_at > now() - interval '1 minute'";
    expect(await column(seen, "workers")).toEqual(["false", "true"]);
  });

  it("is deleted without deleting others", async () => {
    await deleteWorker(db, mine);
    expect(await column("process", "workers")).toEqual(["gone", "other"]);
  });
});

it("a process that records connected users deletes rows of processes silent for a minute, except its own", async () => {
  for (const process of Object.values(PROCESSES)) await recordConnectedUsers(db, process, [1]);
  await age("connected_users", "seen_at", "61 seconds", `process <> '${other}'`);
  await age("connected_users", "seen_at", "50 seconds", `process = '${other}'`);
  await recordConnectedUsers(db, mine, [2, 3]);
  expect(await column("concat(process, user_ids)", "connected_users")).toEqual([
    "mine{2,3}",
    "other{1}",
  ]);
});

describe("a process that records listeners", () => {
  const all = [1, 2].map((debateId) => ({ debateId, listeners: 2 }));
  const rows = () => column("concat(process, debate_id)", "listeners");

  it("deletes its own ended rows and those of processes silent for a minute", async () => {
    for (const process of Object.values(PROCESSES)) await recordListeners(db, process, all);
    await age("listeners", "heard_at", "61 seconds", `process = '${gone}'`);
    await age("listeners", "heard_at", "50 seconds", `process = '${other}'`);
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
  ]);
});
