import type { DataSource } from "typeorm";
import { deleteExpiredRows, EXPIRING_TABLES, type ExpiringTable } from "#infra/db/expired-rows.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";
import { completesWithoutLockWait } from "../helpers/lock-waits.ts";
import { WorkerHarness } from "./worker-harness.ts";

const NEVER_ABORTED = new AbortController().signal;
const USER = `SELECT min(id) FROM users`;
const ID = "gen_random_uuid()";

interface ExpiryCase {
  /** SQL that inserts a row of age $1. */
  insert: string;
  kept: string;
  expired: string;
}
const EXPIRES_AT = { kept: "-10 seconds", expired: "1 second" };

const CASES: Record<ExpiringTable, ExpiryCase> = {
  email_tokens: {
    insert: `INSERT INTO email_tokens SELECT ${ID}, 'confirm_email', (${USER}), 'a@b.example', now() - $1::interval`,
    ...EXPIRES_AT,
  },
  emails: {
    insert: `INSERT INTO emails (kind, status, created_at) SELECT 'confirm_email', status, now() - $1::interval
               FROM unnest('{complete,failed}'::text[]) AS status`,
    kept: "29 days",
    expired: "31 days",
  },
  email_recipients: {
    insert: `INSERT INTO email_recipients SELECT ${ID}, 'confirm_email', ARRAY['-infinity', now() - $1::interval]`,
    kept: "59 minutes",
    expired: "61 minutes",
  },
  exports: {
    insert: `INSERT INTO exports (user_id, status, expires_at) SELECT id, 'complete', now() - $1::interval
               FROM users WHERE id NOT IN (SELECT user_id FROM exports) LIMIT 1`,
    ...EXPIRES_AT,
  },
  passkey_challenges: {
    insert: `INSERT INTO passkey_challenges SELECT ${ID}, 'sign_in', NULL, now() - $1::interval`,
    ...EXPIRES_AT,
  },
  second_steps: {
    insert: `INSERT INTO second_steps SELECT ${ID}, (${USER}), 0, now() - $1::interval`,
    ...EXPIRES_AT,
  },
  security_events: {
    insert: `INSERT INTO security_events (user_id, event, address, created_at)
             SELECT (${USER}), 'signed_in', '', now() - $1::interval`,
    kept: "29 days",
    expired: "31 days",
  },
  idempotency_keys: {
    insert: `INSERT INTO idempotency_keys (user_id, key, request_hash, created_at)
             SELECT (${USER}), ${ID}, '', now() - $1::interval`,
    kept: "23 hours",
    expired: "25 hours",
  },
  daily_spending: {
    insert: `INSERT INTO daily_spending SELECT 0, (now() AT TIME ZONE 'utc' - $1::interval)::date, 0, 1`,
    kept: "1 day",
    expired: "2 days",
  },
  job_failures: {
    insert: `INSERT INTO job_failures SELECT ${ID}, 1, 'failed', 'No.', now() - $1::interval`,
    kept: "29 days",
    expired: "31 days",
  },
  workers: {
    insert: `INSERT INTO workers SELECT ${ID}, 'w', 'h', 1, '{}', '[]', now() - $1::interval`,
    kept: "59 minutes",
    expired: "61 minutes",
  },
  connected_users: {
    insert: `INSERT INTO connected_users SELECT ${ID}, '{1}', now() - $1::interval`,
    kept: "50 seconds",
    expired: "61 seconds",
  },
  listeners: {
    insert: `INSERT INTO listeners (debate_id, process, count, heard_at)
             SELECT min(id), ${ID}, 1, now() - $1::interval FROM debates`,
    kept: "50 seconds",
    expired: "61 seconds",
  },
};

describe("expired rows", () => {
  let db: DataSource;
  useTestDatabase(async (opened) => {
    db = opened;
    await db.query(
      `INSERT INTO users (username, email, password)
       SELECT name, name, '!' FROM unnest('{ada,bob}'::text[]) AS name`,
    );
    await db.query(`INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', (${USER})`);
  });
  beforeEach(() => db.query(EXPIRING_TABLES.map((table) => `DELETE FROM ${table}`).join("; ")));

  const rowsOf = (table: ExpiringTable) => db.query<object[]>(`SELECT ctid, * FROM ${table}`);
  const clean = (table: ExpiringTable) => deleteExpiredRows(db, table, NEVER_ABORTED);

  it.each(EXPIRING_TABLES)(
    "of %s are deleted, and rows that have not expired are kept",
    async (table) => {
      const { insert, kept, expired } = CASES[table];
      await db.query(insert, [kept]);
      const before = await rowsOf(table);
      await db.query(insert, [expired]);
      expect(await rowsOf(table)).toHaveLength(2 * before.length);
      await clean(table);
      expect(await rowsOf(table)).toEqual(before);
    },
  );

  it("do not include old emails that are still to be sent", async () => {
    await db.query(
      `INSERT INTO emails (kind, status, created_at) SELECT 'confirm_email', status, '2000-01-01'
         FROM unnest('{pending,running}'::text[]) AS status`,
    );
    await clean("emails");
    expect(await rowsOf("emails")).toHaveLength(2);
  });

  it("are all deleted, however many there are", async () => {
    const { insert, expired } = CASES.job_failures;
    await db.query(`${insert} FROM generate_series(1, 1001)`, [expired]);
    await clean("job_failures");
    expect(await rowsOf("job_failures")).toEqual([]);
  });

  it("stay when the deletion is aborted", async () => {
    const { insert, expired } = CASES.job_failures;
    await db.query(insert, [expired]);
    const lost = new Error("the lease is lost");
    await expect(deleteExpiredRows(db, "job_failures", AbortSignal.abort(lost))).rejects.toBe(lost);
    expect(await rowsOf("job_failures")).toHaveLength(1);
  });

  it("are neither waited for nor deleted while a transaction renews them", async () => {
    const { insert, expired } = CASES.idempotency_keys;
    await db.query(insert, [expired]);
    await db.transaction(async (tx) => {
      await tx.query("UPDATE idempotency_keys SET created_at = now()");
      const cleaning = clean("idempotency_keys");
      expect(await completesWithoutLockWait(db, cleaning)).toBe(true);
      await cleaning;
    });
    expect(await rowsOf("idempotency_keys")).toHaveLength(1);
  });
});

describeBackends("the cleanup job", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
  });
  afterAll(() => harness.close());

  const withMail = () => ({
    env: backend().env({ ...harness.variables, SMTP_URL: harness.fakes.smtpUrl }),
    concurrency: new Map([
      ["judging", 2],
      ["mail", 2],
    ] as const),
  });
  const cleanup = async () => {
    const [row] = await harness.db.query<
      [{ status: string; attempt: number; failures: number; dueInMs: number }]
    >(
      `SELECT status, attempt, failures,
              extract(epoch FROM run_at - now())::float8 * 1000 AS "dueInMs" FROM cleanups`,
    );
    return row;
  };
  const hasRun = (attempt: number) =>
    waitUntil(async () => {
      const row = await cleanup();
      return row.attempt === attempt && row.status === "pending" && row;
    });

  it("runs once a minute over all workers, and sending an email deletes nothing", async () => {
    for (let n = 0; n < 2; n += 1) await harness.startWorker(withMail());
    const { insert, expired } = CASES.email_tokens;
    await harness.db.query(insert, [expired]);
    const links = () =>
      harness.db.query<object[]>("SELECT FROM email_tokens WHERE expires_at < now()");
    await harness.sendMail(await harness.makeDebate());
    await harness.idle();
    expect(await links()).toHaveLength(1);
    await harness.makeCleanupDue();
    const first = await hasRun(1);
    expect(await links()).toEqual([]);
    expect(first.dueInMs).toBeGreaterThan(50_000);
    expect(first.dueInMs).toBeLessThanOrEqual(60_000);
    await harness.makeCleanupDue();
    expect(await hasRun(2)).toMatchObject({ failures: 0 });
  });

  it("is retried if one table fails, and cleans the tables after it all the same", async () => {
    await harness.startWorker(withMail());
    await harness.db.query(`
      CREATE FUNCTION fail_cleanup() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'no'; END$$;
      CREATE TRIGGER fail_cleanup BEFORE DELETE ON exports
        FOR EACH ROW EXECUTE FUNCTION fail_cleanup()`);
    const last = EXPIRING_TABLES.at(-1) ?? "exports";
    for (const table of ["exports", last] as const)
      await harness.db.query(CASES[table].insert, [CASES[table].expired]);
    await harness.makeCleanupDue();
    await waitUntil(async () => (await cleanup()).failures > 0);
    const expiredExports = () =>
      harness.db.query<object[]>("SELECT FROM exports WHERE expires_at < now()");
    expect([await expiredExports(), await harness.db.query(`SELECT FROM ${last}`)]).toEqual([
      [{}],
      [],
    ]);
    await harness.db.query("DROP TRIGGER fail_cleanup ON exports");
    await harness.makeCleanupDue();
    await waitUntil(async () => (await expiredExports()).length === 0);
  });
});
