import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { recordJobFailure } from "#infra/db/jobs/job-failures.ts";
import { renewLeasesSql } from "#infra/db/jobs/job-lease.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";

/**
 * Old names of tables and columns. During an update, the previous version still runs and uses them.
 */
const TABLES = [
  {
    table: "provider_places",
    view: "provider_slots",
    columns: { place: "slot", work_id: "job_id" },
  },
  { table: "work_failures", view: "job_failures", columns: { work_id: "job_id" } },
  { table: "mails", view: "emails", columns: { facts: "data" } },
  { table: "mail_links", view: "email_tokens", columns: {} },
  { table: "mail_recipients", view: "email_recipients", columns: {} },
] as const;
const COLUMNS = [
  ["turns", "waits_for", "deferred_for"],
  ["turns", "judging_waits_for", "judging_deferred_for"],
  ["debates", "verdict_waits_for", "verdict_deferred_for"],
  ["audio_cache", "waits_for", "deferred_for"],
  ["moderations", "waits_for", "deferred_for"],
  ["users", "stopped_mails", "unsubscribed_emails"],
] as const;

let database: TestDatabase;
let db: DataSource;
let debateId: number;
let turnId: number;

const insert = async (statement: string, ...values: unknown[]): Promise<number> => {
  const [row] = await db.query<{ id: number }[]>(`${statement} RETURNING id`, values);
  return row?.id ?? 0;
};
beforeEach(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
  await insert(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
  debateId = await insert(
    `INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', id FROM users`,
  );
  turnId = await insert(
    `INSERT INTO turns (debate_id, turn_number, role, type) VALUES ($1, 1, 'bot_a', 'opening')`,
    debateId,
  );
  await insert(
    `INSERT INTO audio_cache (turn_id, provider, content_hash) VALUES ($1, 'openai', 'a')`,
    turnId,
  );
  await insert(`INSERT INTO moderations (debate_id) VALUES ($1)`, debateId);
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

/** Writes and reads the renamed tables with the product's statements. */
const runJobs = async (key: string) => {
  const [user] = await db.query<{ id: number }[]>("SELECT id FROM users");
  const email = { kind: "confirm_email", userId: user?.id ?? 0, email: "a@b.example" } as const;
  const enqueued: number[] = [];
  const enqueue: Enqueue = async (_job, payload) => void enqueued.push(...Object.values(payload));
  for (const _time of ["once", "again"])
    await withTransaction(db, testLogger, (tx, after) =>
      enqueueEmail(tx, after, enqueue, { ...email, key, data: { topic: key } }),
    );
  const [mailId = 0] = enqueued;
  expect(enqueued).toEqual([mailId]);
  const claimed = await claimJob(db, "send-mail", mailId);
  await db.query(renewLeasesSql("send-mail"), [[mailId], [1]]);
  await recordJobFailure(db, { job: "send-mail", id: mailId });
  await db.query("UPDATE turns SET status = 'pending', attempt = attempt + 1");
  const turn = await claimJob(db, "generate-turn", turnId);
  expect([claimed, turn]).toMatchObject([
    { id: mailId, attempt: 1 },
    { id: turnId, slot: { provider: "openai" } },
  ]);
  return mailId;
};

describe("a renamed table", () => {
  it.each(TABLES)("$table is written and read as $view too", async ({ table, view, columns }) => {
    const columnsOf = (name: string) =>
      db.query<{ name: string; writable: string }[]>(
        `SELECT column_name AS name, is_updatable AS writable FROM information_schema.columns
          WHERE table_name = $1 AND column_name <> 'ctid'`,
        [name],
      );
    const renamed: Readonly<Record<string, string>> = columns;
    const expected = (await columnsOf(table)).map(({ name }) => renamed[name] ?? name);
    const found = await columnsOf(view);
    expect(found.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(new Set(found.map(({ writable }) => writable))).toEqual(new Set(["YES"]));
  });

  it("has the same rows for the previous version", async () => {
    const mailId = await runJobs("one");
    expect(await db.query("SELECT facts, status FROM mails WHERE id = $1", [mailId])).toEqual([
      { facts: { topic: "one" }, status: "running" },
    ]);
    expect(await db.query("SELECT job, work_id FROM work_failures")).toEqual([
      { job: "send-mail", work_id: mailId },
    ]);
    const takenSlotsSql = "SELECT work_id FROM provider_places WHERE job = 'generate-turn'";
    expect(await db.query(takenSlotsSql)).toEqual([{ work_id: turnId }]);
    const [sent] = await db.query("INSERT INTO mails (kind) VALUES ('receipt') RETURNING id");
    expect(await db.query("SELECT status, data FROM emails WHERE id = $1", [sent.id])).toEqual([
      { status: "pending", data: {} },
    ]);
  });

  it("skips rows that the previous version has locked", async () => {
    const previous = db.createQueryRunner();
    await previous.startTransaction();
    const locked: unknown = await previous.query(
      "SELECT FROM provider_places WHERE provider = 'openai' FOR NO KEY UPDATE",
    );
    expect(locked).toHaveLength(1001);
    expect(await claimJob(db, "generate-turn", turnId)).toEqual({ deferredFor: "openai" });
    await previous.rollbackTransaction();
    await previous.release();
    expect(await claimJob(db, "generate-turn", turnId)).toMatchObject({ id: turnId });
  });
});

describe("a renamed column", () => {
  it.each(COLUMNS)("%s.%s follows %s, and vice versa", async (table, previous, current) => {
    const valueOf = (set: string) => (table === "users" ? `ARRAY['${set}']` : `'${set}'`);
    const none = table === "users" ? "'{}'" : "NULL";
    const write = async (set: string) => {
      await db.query(`UPDATE ${table} SET ${set}`);
      const [row] = await db.query(`SELECT ${previous} AS a, ${current} AS b FROM ${table}`);
      expect(row.a).toEqual(row.b);
      return [row.a].flat()[0] ?? null;
    };
    expect(await write(`${current} = ${valueOf("grok")}`)).toBe("grok");
    expect(await write(`${previous} = ${valueOf("claude")}`)).toBe("claude");
    expect(await write(`${current} = ${none}`)).toBeNull();
    expect(await write(`${previous} = ${valueOf("site_limit")}`)).toBe("site_limit");
    expect(await write(`${previous} = ${none}`)).toBeNull();
  });

  it.each([
    ["waits_for", "deferred_for"],
    ["deferred_for", "waits_for"],
  ])("set as %s on insert sets %s", async (written, other) => {
    await db.query("DELETE FROM moderations");
    await db.query(`INSERT INTO moderations (debate_id, ${written}) VALUES ($1, 'site_limit')`, [
      debateId,
    ]);
    expect(await db.query(`SELECT ${other} AS other FROM moderations`)).toEqual([
      { other: "site_limit" },
    ]);
  });

  it("has the values of existing rows", async () => {
    await db.undoLastMigration();
    for (const [table, previous] of COLUMNS)
      await db.query(
        `UPDATE ${table} SET ${previous} = ${table === "users" ? "'{grok}'" : "'grok'"}`,
      );
    await db.runMigrations();
    for (const [table, previous, current] of COLUMNS) {
      const found = await db.query(`SELECT ${current}::text AS now FROM ${table}`);
      expect([table, previous, found]).toEqual([
        table,
        previous,
        [{ now: table === "users" ? "{grok}" : "grok" }],
      ]);
    }
  });
});

it("the next version can remove the previous names while this one runs", async () => {
  const mailId = await runJobs("before");
  await db.transaction(async (tx) => {
    for (const { table, view, columns } of TABLES) {
      await tx.query(`DROP VIEW ${view}; ALTER TABLE ${table} RENAME TO ${view}`);
      for (const [previous, current] of Object.entries(columns))
        await tx.query(`ALTER TABLE ${view} RENAME ${previous} TO ${current}`);
    }
    for (const [table, previous, current] of COLUMNS)
      await tx.query(
        `DROP TRIGGER sync_${current} ON ${table}; ALTER TABLE ${table} DROP COLUMN ${previous}`,
      );
  });
  expect(await runJobs("after")).toBeGreaterThan(mailId);
});
