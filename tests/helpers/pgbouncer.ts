import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { startDatabaseProxy } from "./postgres-proxy/database-proxy.ts";

export interface TestPgBouncer {
  /** URL of the database through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

const BASE_SETTINGS = {
  listen_addr: "127.0.0.1",
  unix_socket_dir: "",
  auth_type: "any",
  default_pool_size: 100,
  max_client_conn: 500,
};

/** Starts PgBouncer in front of a database. `settings` are lines of its configuration. */
export const startPgBouncer = async (
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<TestPgBouncer> => {
  // PgBouncer connects through this proxy over TCP. As the user `nobody` it cannot open the Unix
  // socket of an embedded database.
  const wire = await startDatabaseProxy(databaseUrl);
  const server = new URL(wire.url);
  const listenPort = await findFreePort();
  const dir = await mkdtemp(path.join(tmpdir(), "debate-pgbouncer-"));
  const file = path.join(dir, "pgbouncer.ini");
  const lines = { ...BASE_SETTINGS, listen_port: listenPort, ...settings };
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
      "[pgbouncer]",
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
    ].join("\n"),
  );
  // PgBouncer refuses to run as root. It reads its only file before it changes the user.
  const isRoot = process.getuid?.() === 0;
  const program = spawn("pgbouncer", isRoot ? ["--user", "nobody", file] : [file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let log = "";
    program.once("exit", () => reject(new Error(`pgbouncer ended: ${log}`)));
    program.stderr.setEncoding("utf8").on("data", (lines: string) => {
      log += lines;
      if (log.includes("process up")) resolve();
    });
  });
  const url = new URL(wire.url);
  url.port = String(listenPort);
  return {
    url: url.href,
    async stop() {
      program.removeAllListeners("exit");
      const ended = once(program, "exit");
      program.kill("SIGKILL");
      await ended;
      await wire.cut();
      await rm(dir, { recursive: true });
    },
  };
};
