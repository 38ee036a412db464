import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { migrateDatabase } from "#infra/db/migrate.ts";
import { createDebateWith } from "../helpers/api-client.ts";
import { startTestApi, testEnv } from "../api/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";

const on = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

describe("the database role of API and workers", () => {
  const name = `app_${randomBytes(4).toString("hex")}`;
  let database: TestDatabase;

  /** Returns the URL of the role with this password. */
  const urlWith = (password: string): string => {
    const url = new URL(database.url);
    url.username = name;
    url.password = encodeURIComponent(password);
    return url.href;
  };
  const PASSWORD = `it's 100% "secret" $1`;

  beforeAll(async () => {
    database = await createTestDatabase();
    // This is the default of PostgreSQL 14.
    await on(database.url, (client) => client.query("GRANT CREATE ON SCHEMA public TO PUBLIC"));
    await migrateDatabase(database.url, { runtimeUrl: urlWith(PASSWORD) });
  });

  afterAll(async () => {
    await database.terminateConnections();
    await on(database.url, async (client) => {
      await client.query(`DROP OWNED BY ${name}`);
      await client.query(`DROP ROLE ${name}`);
    });
    await database.drop();
  });

  it("is created by a migration, is no superuser and owns nothing", async () => {
    const rows = await on(database.url, async (client) => {
      const found = await client.query(
        `SELECT rolsuper, rolcreatedb, rolcreaterole, rolcanlogin,
                (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
           FROM pg_roles r WHERE rolname = $1`,
        [name],
      );
      return found.rows as unknown[];
    });
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, owned: 0 };
    expect(rows).toEqual([{ ...none, rolcanlogin: true }]);
  });

  it("has all rights that an API needs, with queue, sockets and rate limits on PostgreSQL", async () => {
    const api = await startTestApi(testEnv(urlWith(PASSWORD)), { rowsUrl: database.url });
    try {
      const { client } = await api.person();
      const { id } = await createDebateWith(client);
      const { status } = await client.post(`/api/debates/${id}/turns`);
      expect(status).toBe(202);
      expect(await api.sql("SELECT user_id FROM credit_ledger WHERE delta = -1")).toHaveLength(1);
    } finally {
      await api.close();
    }
  });

  it.each([
    "UPDATE credit_ledger SET delta = 100",
    "DELETE FROM credit_ledger",
    "DELETE FROM schema_migrations",
    "DROP TABLE votes",
    "ALTER TABLE users DISABLE TRIGGER ALL",
    "CREATE TABLE own (id int)",
    "COPY users TO PROGRAM 'cat'",
  ])("may not run %j", async (statement) => {
    const refused = on(urlWith(PASSWORD), (client) => client.query(statement));
    await expect(refused).rejects.toMatchObject({ code: "42501" });
  });

  it("gets a new password from the next migration", async () => {
    await migrateDatabase(database.url, { runtimeUrl: urlWith("another one") });
    await expect(on(urlWith(PASSWORD), async () => {})).rejects.toMatchObject({ code: "28P01" });
    await on(urlWith("another one"), (client) => client.query("SELECT FROM debates"));
    await migrateDatabase(database.url, { runtimeUrl: urlWith(PASSWORD) });
  });
});
