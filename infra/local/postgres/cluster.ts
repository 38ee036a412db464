import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { postgresBinaries } from "./binaries.ts";
import { type ServerUser, serverUser } from "./server-user.ts";

const run = promisify(execFile);

export const DATABASE = "debate";
const SUPERUSER = "postgres";
const START_TIMEOUT_MS = 30_000;

export interface ClusterOptions {
  /** Absolute; made when missing. */
  dataDir: string;
  port: number;
  password: string;
  /** PostgreSQL settings, as `-c name=value`. */
  settings?: Record<string, string | number>;
}

/** A PostgreSQL server of our own, as a child process. */
export interface Cluster {
  url: string;
  process: ChildProcess;
  /** Ends connections and stops cleanly. */
  stop(): Promise<void>;
}

export const clusterUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/** UTF-8 and code point order, whatever the machine's locale is. */
const initialize = async (
  initdb: string,
  { dataDir, password }: ClusterOptions,
  user: ServerUser | undefined,
): Promise<void> => {
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const flags = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  try {
    await run(
      initdb,
      [
        `--pgdata=${dataDir}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--lc-messages=C",
        "--no-sync",
        ...flags,
      ],
      { ...user, cwd: "/", env: { ...process.env, LC_ALL: "C" } },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
};

const createDatabase = async (port: number, password: string): Promise<void> => {
  const client = new Client({ connectionString: clusterUrl(port, password, "postgres") });
  await client.connect();
  try {
    const known = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
};

/** Resolves when the server accepts connections; rejects with what it said if it ends first. */
const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = "";
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start: ${why}\n${said}`));
    const timer = setTimeout(() => fail("it took too long"), START_TIMEOUT_MS);
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      said = (said + chunk).slice(-4000);
      if (!said.includes("ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
    server.once("error", (err) => fail(err.message));
    server.once("exit", (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code ?? "a signal"}`);
    });
  });

/** Starts PostgreSQL on a data folder, making the folder and the product's database if needed. */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, port, password, settings = {} } = options;
  const user = serverUser();
  const { initdb, postgres } = await postgresBinaries(user);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (user) await chown(dataDir, user.uid, user.gid);
  if (!existsSync(path.join(dataDir, "PG_VERSION"))) await initialize(initdb, options, user);

  const flags = Object.entries({ listen_addresses: "127.0.0.1", ...settings }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const server = spawn(
    postgres,
    ["-D", dataDir, "-p", String(port), "-k", dataDir, ...flags],
    // Its own process group: Ctrl-C in the terminal is for the launcher, which stops it last.
    { ...user, cwd: "/", detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  await untilReady(server);
  await createDatabase(port, password);
  return {
    url: clusterUrl(port, password),
    process: server,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    },
  };
};

/** The server that runs on this data folder now, if one does. */
export const runningServer = async (
  dataDir: string,
): Promise<{ pid: number; port: number } | null> => {
  const file = path.join(dataDir, "postmaster.pid");
  if (!existsSync(file)) return null;
  const [pid, , , port] = (await readFile(file, "utf8")).split("\n").map(Number);
  if (pid === undefined || port === undefined) return null;
  try {
    process.kill(pid, 0);
    return { pid, port };
  } catch {
    return null; // a file left by a server that is gone
  }
};
