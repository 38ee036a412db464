import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { environment } from "../../env.ts";
import { freePort } from "../launcher/free-port.ts";
import { isSocketName } from "../launcher/socket-name.ts";
import { postgresBinaries } from "./binaries.ts";
import { type ClusterFiles, createCluster, SUPERUSER } from "./create-cluster.ts";
import { serverUser } from "./server-user.ts";

const DATABASE = "debate";
/** After it was killed it recovers first, and would begin anew each time that it is given up. */
const START_TIMEOUT_MS = 600_000;

export interface ClusterOptions extends ClusterFiles {
  /** PostgreSQL settings, as `-c name=value`. */
  settings?: Record<string, string | number>;
}

/** Where a server is reached: by the socket in a folder, or by the port of this machine. */
export interface ServerAddress {
  port: number;
  /** Null where it has none. */
  socketFolder: string | null;
}

/** Names the socket, where there is one: nothing listens there otherwise. */
const SOCKET_PORT = 5432;

/**
 * A socket in its own folder asks a third less of both sides than a port does, and only whoever may
 * read the files can knock; where there can be none, it is a free port.
 */
const chooseAddress = async (dataDir: string): Promise<ServerAddress> => {
  const socket = path.join(dataDir, `.s.PGSQL.${SOCKET_PORT}.lock`);
  return isSocketName(socket)
    ? { port: SOCKET_PORT, socketFolder: dataDir }
    : { port: await freePort(), socketFolder: null };
};

const listenSettings = ({ socketFolder }: ServerAddress) => ({
  listen_addresses: socketFolder === null ? "127.0.0.1" : "",
  // A list: in quotes a name may have what would divide it.
  unix_socket_directories: socketFolder && `"${socketFolder.replaceAll('"', '""')}"`,
});

export const clusterUrl = (
  { port, socketFolder }: ServerAddress,
  password: string,
  database = DATABASE,
): string => {
  const url = new URL(`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`);
  if (socketFolder !== null) url.searchParams.set("host", socketFolder);
  return url.href;
};

const createDatabase = async (address: ServerAddress, password: string): Promise<void> => {
  const client = new Client({ connectionString: clusterUrl(address, password, "postgres") });
  await client.connect();
  try {
    const known = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
};

/** So much of what the server said last is kept. */
const KEPT_LINES = 12;
/** It says what happens to itself, and of statements nothing: they hold what people wrote. */
const WORDS = {
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/** Keeps a server's last words; all of it is read, so that it never waits for us. */
const keepWords = (server: ChildProcess): string[] => {
  const kept: string[] = [];
  if (server.stderr)
    createInterface({ input: server.stderr }).on("line", (line) => {
      kept.push(line);
      if (kept.length > KEPT_LINES) kept.shift();
    });
  return kept;
};

/** Resolves when the server accepts connections; rejects with what it said if it ends first. */
const untilAccepting = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = "";
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start: ${why}\n${said}`));
    const timer = setTimeout(() => fail("it took too long"), START_TIMEOUT_MS);
    const listen = (chunk: string): void => {
      said += chunk;
      if (!said.includes("ready to accept connections")) return;
      clearTimeout(timer);
      server.stderr?.off("data", listen);
      resolve();
    };
    server.stderr?.setEncoding("utf8").on("data", listen);
    server.once("error", (err) => fail(err.message));
    server.once("exit", (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code ?? "a signal"}`);
    });
  });

/** A PostgreSQL that can be started, and started again. */
export interface Cluster {
  url: string;
  start(): ChildProcess;
  /** What the server that was started last has said last. */
  lastWords(): string;
  /** Resolves when a started server takes connections and has the product's database. */
  ready(server: ChildProcess): Promise<void>;
}

/** Readies a data folder for PostgreSQL, making its files if it has none yet. */
export const openCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, password, settings = {} } = options;
  const address = await chooseAddress(dataDir);
  const user = serverUser(dataDir);
  const { initdb, postgres } = await postgresBinaries(user);
  if (!existsSync(path.join(dataDir, "PG_VERSION"))) await createCluster(initdb, options, user);
  let words: string[] = [];
  const own = { ...listenSettings(address), port: address.port, ...WORDS, ...settings };
  const flags = Object.entries(own).flatMap(([name, value]) => ["-c", `${name}=${value ?? ""}`]);
  return {
    url: clusterUrl(address, password),
    start() {
      const server = spawn(postgres, ["-D", dataDir, ...flags], {
        ...user,
        cwd: "/",
        // The machine's locale may be one that it does not have.
        env: { ...environment, LC_ALL: "C" },
        // Its own process group: Ctrl-C in the terminal is for the launcher, which stops it last.
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
      words = keepWords(server);
      return server;
    },
    lastWords: () => words.join("\n"),
    async ready(server) {
      await untilAccepting(server);
      await createDatabase(address, password);
    },
  };
};

/** A running PostgreSQL of our own. */
export interface RunningCluster {
  url: string;
  /** Ends connections and stops cleanly. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a data folder, for as long as the caller needs it. */
export const startCluster = async (options: ClusterOptions): Promise<RunningCluster> => {
  const cluster = await openCluster(options);
  options.signal?.throwIfAborted();
  const server = cluster.start();
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
  };
  options.signal?.addEventListener("abort", () => void stop());
  try {
    await cluster.ready(server);
  } catch (err) {
    await stop();
    throw err;
  }
  return { url: cluster.url, stop };
};
