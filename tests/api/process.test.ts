import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { registerUser, startDebate } from "../api-client.ts";
import { freshDatabase, type TestDatabase, until } from "../harness.ts";
import { GENEROUS } from "./test-api.ts";

let database: TestDatabase;
let variables: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  variables = {
    ...GENEROUS,
    PORT: "0",
    LOG_LEVEL: "silent",
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

/** How a process ended that should not have started, and what it said. */
const refusal = async (child: ChildProcess) => {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, said: said.trim() };
};

it.each(["DATABASE_URL", "SESSION_SECRET"])("does not start without %s", async (name) => {
  expect(await refusal(start({ [name]: "" }))).toEqual({
    code: 1,
    said: `${name} is not set. See the configuration table.`,
  });
});

it("does not start on a port that is taken", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await refusal(start({ PORT: String(port) }))).toEqual({
    code: 1,
    said: `Port ${port} is taken. Set PORT to another one.`,
  });
  other.close();
});

it("on SIGTERM finishes what is under way, takes nothing new, and exits with 0", async () => {
  const child = start();
  const origin = await ready(child);
  const client = await registerUser(origin);
  const { id } = await startDebate(client);
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [id]);
  const underWay = client.post(`/api/debates/${id}/turns`);
  await until(async () => {
    const waiting = await holder.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.rowCount === 1;
  });

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await until(() =>
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

it("ends when the process that started it is gone", async () => {
  const child = start();
  await ready(child);
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
