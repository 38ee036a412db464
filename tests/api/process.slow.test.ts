import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { io } from "socket.io-client";
import { registerUser, createDebateWith } from "../helpers/api-client.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import { UNLIMITED_VARIABLES } from "./test-api.ts";

let database: TestDatabase;
let variables: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  variables = {
    ...UNLIMITED_VARIABLES,
    PORT: "0",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    DATABASE_URL: database.url,
    SESSION_SECRET: "a secret of the tests",
  };
});
afterAll(() => database.drop());

const start = (changed: Record<string, string> = {}): ChildProcess =>
  fork(path.resolve("dist/api.js"), {
    env: { PATH: process.env["PATH"], ...variables, ...changed },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });

const ready = async (child: ChildProcess): Promise<string> => {
  const [message] = (await once(child, "message")) as [{ ready: boolean; port: number }];
  expect(message).toEqual({ ready: true, port: expect.any(Number) });
  return `http://localhost:${message.port}`;
};

const refusal = async (child: ChildProcess) => {
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, said: output.trim() };
};

it.each(["DATABASE_URL", "SESSION_SECRET"])("does not start without %s", async (name) => {
  expect(await refusal(start({ [name]: "" }))).toEqual({
    code: 1,
    said: `${name} is not set. See the configuration table.`,
  });
});

it("does not start with an outdated database schema, and is not ready when it becomes outdated", async () => {
  const behind = await createTestDatabase();
  const client = new Client({ connectionString: behind.url });
  await client.connect();
  const child = start({ DATABASE_URL: behind.url });
  const origin = await ready(child);
  await client.query("DELETE FROM schema_migrations WHERE name LIKE 'Usage%'");
  const answer = await fetch(`${origin}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ ready: false, database: false });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  const lacks = (count: string) => ({
    code: 1,
    said: `The database lacks ${count} migrations. Run \`node dist/migrate.js\` first.`,
  });
  const [{ known }] = (
    await client.query("SELECT count(*)::int + 2 AS known FROM schema_migrations")
  ).rows as [{ known: number }];
  expect(await refusal(start({ DATABASE_URL: behind.url }))).toEqual(lacks(`2 of ${known}`));
  await client.query("DROP TABLE schema_migrations");
  expect(await refusal(start({ DATABASE_URL: behind.url }))).toEqual(lacks(`${known} of ${known}`));
  await client.end();
  await behind.drop();
});

it("does not start with a panel whose judge is not configured", async () => {
  const changed = { JUDGE_PANEL: "openai,claude", ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" };
  expect(await refusal(start(changed))).toEqual({
    code: 1,
    said: "The configuration is invalid.\nJUDGE_PANEL: names claude, which has no API key and no base URL",
  });
});

it("prints in one sentence why a database was not migrated", async () => {
  const DATABASE_URL = "postgres://debate:hunter2@127.0.0.1:1/debate";
  const child = fork(path.resolve("dist/migrate.js"), { env: { DATABASE_URL }, silent: true });
  expect(await refusal(child)).toEqual({
    code: 1,
    said: "The database could not be migrated: connect ECONNREFUSED 127.0.0.1:1",
  });
});

it.each([
  [
    "an invalid variable",
    [],
    { LOG_LEVEL: "loud" },
    /^The configuration is invalid\.\nLOG_LEVEL: [^\n]+$/,
  ],
  ["an unknown option", ["--ports", "4000"], {}, /^Unknown option '--ports'[^\n]*$/],
] as const)(
  "prints in one sentence why the fakes do not start on %s",
  async (_what, args, env, expected) => {
    const child = fork(path.resolve("dist/standins.js"), args, { env, silent: true });
    expect(await refusal(child)).toEqual({ code: 1, said: expect.stringMatching(expected) });
  },
);

it("does not start on a port in use", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await refusal(start({ PORT: String(port) }))).toEqual({
    code: 1,
    said: `Port ${port} is already in use. Set PORT to another one.`,
  });
  other.close();
});

it("exits with 0 when it gets SIGTERM while it starts", async () => {
  const wire = await startDatabaseProxy(database.url);
  const starting = wire.hold(/schema_migrations/, { at: "answer" });
  const child = start({ DATABASE_URL: wire.url });
  const ended = once(child, "exit");
  await starting.reached;
  child.kill("SIGTERM");
  starting.release();
  expect(await ended).toEqual([0, null]);
  await wire.cut();
});

it("on SIGTERM completes running requests, accepts no new ones, and exits with 0", async () => {
  const child = start();
  const origin = await ready(child);
  const client = await registerUser(origin);
  const { id } = await createDebateWith(client);
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  const { rows: names } = await holder.query(
    "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  expect(names).toEqual([{ application_name: "debate-api" }]);
  await holder.query("BEGIN");
  await holder.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [id]);
  const underWay = client.post(`/api/debates/${id}/turns`);
  await waitUntil(async () => {
    const waiting = await holder.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.rowCount === 1;
  });

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await waitUntil(() =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await holder.query("COMMIT");
  expect((await underWay).status).toBe(202);
  expect(await ended).toEqual([0, null]);
  await holder.end();
});

it("on SIGTERM closes its sockets in batches and serves requests meanwhile", async () => {
  const child = start({ DRAIN_SECONDS: "20" });
  const origin = await ready(child);
  const open = { forceNew: true, transports: ["websocket"] };
  const sockets = Array.from({ length: 12 }, () => io(origin, open));
  await waitUntil(() => sockets.every(({ connected }) => connected));
  for (const { io: manager } of sockets) manager.reconnection(false);
  const missing: string[] = [];
  const first = new Promise<number>((resolve) => {
    for (const socket of sockets)
      socket.on("disconnect", (reason) => {
        missing.push(reason);
        resolve(sockets.filter(({ connected }) => connected).length);
      });
  });

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const said = await waitUntil(async () => {
    const answer = await fetch(`${origin}/readyz`);
    return answer.status === 503 && answer.json();
  });
  expect(said).toEqual({ ready: false, database: true, queue: true });
  const served = await fetch(`${origin}/api/config`);
  expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
  expect(missing).toEqual([]);
  expect(await first).toBeGreaterThan(8);
  await waitUntil(() => missing.length === 12);
  // Clients reconnect after "transport close", but not after "io server disconnect".
  expect(new Set(missing)).toEqual(new Set(["transport close"]));
  expect(await ended).toEqual([0, null]);
});

it("exits when its parent process is gone", async () => {
  const child = start();
  await ready(child);
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
