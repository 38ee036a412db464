import { Client } from "pg";
import { assertSessionPooling } from "#infra/db/connection/assert-session-pooling.ts";
import { explainConnectError } from "#infra/db/connection/explain-connect-error.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { readEnv } from "#infra/env.ts";
import { startPgBouncer, type TestPgBouncer } from "../helpers/pgbouncer.ts";
import { createTestCertificates, type TestCertificates } from "../helpers/test-certificates.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";
import { describeWith } from "../setup/server-programs.ts";

/**
 * PgBouncer handles TLS as PostgreSQL does, so it replaces the database here. Its certificate is
 * from a private CA, for the host `localhost`.
 */
describeWith("pgbouncer", "openssl")("a database with a certificate of a private CA", () => {
  let database: TestDatabase;
  let files: TestCertificates;
  let withTls: TestPgBouncer;
  let withoutTls: TestPgBouncer;
  beforeAll(async () => {
    [database, files] = await Promise.all([createTestDatabase(), createTestCertificates()]);
    const session = { pool_mode: "session" };
    withTls = await startPgBouncer(database.url, {
      ...session,
      client_tls_sslmode: "require",
      client_tls_key_file: files.key,
      client_tls_cert_file: files.cert,
    });
    withoutTls = await startPgBouncer(database.url, session);
  });
  afterAll(async () => {
    await withTls.stop();
    await withoutTls.stop();
    await files.remove();
    await database.drop();
  });

  /** Returns the URL as a process reads it from its environment. */
  const addressOf = (server: TestPgBouncer, parameters: string, host = "localhost"): string => {
    const url = new URL(server.url);
    url.hostname = host;
    const ca = encodeURIComponent(files.ca);
    url.search = parameters.replace("CA_FILE", ca);
    return readEnv({ DATABASE_URL: url.href }).databaseUrl ?? "";
  };

  it.each([
    ["sslmode=require", "localhost"],
    ["sslmode=require", "127.0.0.1"],
    ["sslmode=prefer", "127.0.0.1"],
    ["sslmode=allow", "127.0.0.1"],
    ["sslmode=no-verify", "127.0.0.1"],
    ["sslmode=no-verify&sslrootcert=CA_FILE", "127.0.0.1"],
    ["sslmode=require&sslrootcert=CA_FILE", "127.0.0.1"],
    ["sslmode=verify-ca&sslrootcert=CA_FILE", "127.0.0.1"],
    ["sslmode=verify-full&sslrootcert=CA_FILE", "localhost"],
    ["sslrootcert=CA_FILE", "localhost"],
  ])("is reached by all clients with ?%s at %s", async (parameters, host) => {
    const address = addressOf(withTls, parameters, host);
    await assertSessionPooling(address);
    const db = await createDataSource(address).initialize();
    await expect(db.query("SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
    await db.destroy();
    const client = new Client({ connectionString: address });
    await client.connect();
    await client.end();
  });

  it.each([
    ["sslmode=verify-full", "localhost", "Add sslrootcert=<file with the provider's CA>"],
    ["sslrootcert=system", "localhost", "Add sslrootcert=<file with the provider's CA>"],
    ["sslmode=verify-full&sslrootcert=CA_FILE", "127.0.0.1", "is for another host name"],
    ["sslmode=disable", "localhost", "Add ?sslmode=require"],
    ["", "localhost", "Add ?sslmode=require"],
  ])("is refused with ?%s at %s: %s", async (parameters, host, advice) => {
    const address = addressOf(withTls, parameters, host);
    await expect(assertSessionPooling(address)).rejects.toThrow(advice);
  });

  it.each(["allow", "prefer", "require", "verify-full"])(
    "is refused without TLS, with what to do (sslmode=%s)",
    async (mode) => {
      const address = addressOf(withoutTls, `sslmode=${mode}`);
      await expect(assertSessionPooling(address)).rejects.toThrow("set sslmode=disable");
    },
  );

  it.each(["sslmode=disable", ""])("is reached without TLS with ?%s", (parameters) =>
    expect(assertSessionPooling(addressOf(withoutTls, parameters))).resolves.toBeUndefined(),
  );
});

it.each([
  ['no pg_hba.conf entry for host "::1", user "a", database "b", no encryption', "Add ?sslmode"],
  ['no pg_hba.conf entry for host "::1", user "a", database "b", SSL off', "Add ?sslmode"],
  ["connection is insecure (try using `sslmode=require`)", "Add ?sslmode=require"],
])("a refusal for lack of encryption says what to do: %s", (message, advice) => {
  const err = explainConnectError(Object.assign(new Error(message), { code: "28000" }));
  expect(String(err)).toContain(advice);
});

it("other errors of connecting stay as they are", () => {
  const err = new Error("connect ECONNREFUSED 127.0.0.1:5432");
  expect(explainConnectError(err)).toBe(err);
});

it.each([
  ["sslmode=requires", "sslmode must be one of disable, allow, prefer"],
  ["sslmode=verify-ca", "sslmode=verify-ca needs sslrootcert="],
  ["sslmode=verify-full&sslrootcert=/no/such", "sslrootcert names a file that cannot be read"],
  ["sslmode=require&sslcert=/no/such", "sslcert names a file that cannot be read"],
  ["sslkey=/no/such", "sslkey names a file that cannot be read"],
])("an address with ?%s is refused: %s", (parameters, problem) => {
  for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL"])
    expect(() => readEnv({ [name]: `postgres://db/x?${parameters}` })).toThrow(
      `${name}: ${problem}`,
    );
});

it("an address is read the same by a process and the one it starts", () => {
  const read = (address: string) => readEnv({ DATABASE_URL: address }).databaseUrl ?? "";
  const once = read("postgres://db/x?sslmode=prefer");
  expect(read(once)).toBe(once);
});
