import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { processEnv } from "#infra/env.ts";
import { findFreePort } from "../launcher/free-port.ts";
import { isValidSocketPath } from "../launcher/data-dir.ts";
import { findPostgresBinaries } from "./find-binaries.ts";
import { type ClusterFileOptions, createCluster, SUPERUSER } from "./create-cluster.ts";
import { getServerUser } from "./server-user.ts";

const DATABASE_NAME = "debate";
/**
 * Long enough for the recovery after a crash. A timeout would stop the recovery, and the next start
 * would have to begin it again.
 */
const START_TIMEOUT_MS = 600_000;

export interface ClusterOptions extends ClusterFileOptions {
  /** PostgreSQL settings, passed as `-c name=value`. */
  settings?: Record<string, string | number>;
}

/** Where the server listens: on a Unix socket in a folder, or on a port of this machine. */
export interface ServerAddress {
  port: number;
  /** Null if the server listens on a port. */
  socketFolder: string | null;
}

/** Part of the socket's file name. The server does not listen on a port with this number. */
const SOCKET_PORT = 5432;

/**
 * Chooses a Unix socket in the data folder, because it takes a third less CPU than a port and only
 * users who may read the folder can connect. If the path is too long for a socket, chooses a free
 * port.
 */
const chooseAddress = async (dataDir: string): Promise<ServerAddress> => {
  const socket = path.join(dataDir, `.s.PGSQL.${SOCKET_PORT}.lock`);
  return isValidSocketPath(socket)
    ? { port: SOCKET_PORT, socketFolder: dataDir }
    : { port: await findFreePort(), socketFolder: null };
};

const buildListenSettings = ({ socketFolder }: ServerAddress) => ({
  listen_addresses: socketFolder === null ? "127.0.0.1" : "",
  // The setting is a list of folders. Quotes protect commas in the path.
  unix_socket_directories: socketFolder && `"${socketFolder.replaceAll('"', '""')}"`,
});

export const buildClusterUrl = (
  { port, socketFolder }: ServerAddress,
  password: string,
  database = DATABASE_NAME,
): string => {
  const url = new URL(`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`);
  if (socketFolder !== null) url.searchParams.set("host", socketFolder);
  return url.href;
};

const createDatabase = async (address: ServerAddress, password: string): Promise<void> => {
  const client = new Client({ connectionString: buildClusterUrl(address, password, "postgres") });
  await client.connect();
  try {
    const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      DATABASE_NAME,
    ]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
};

const MAX_KEPT_LINES = 12;
/** Logs events of the server but no statements, which contain users' data. */
const LOG_SETTINGS = {
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/**
 * Keeps the server's last log lines for error messages. Reads all output, because a full pipe would
 * block the server.
 */
const keepRecentOutput = (server: ChildProcess): string[] => {
  const lines: string[] = [];
  if (server.stderr)
    createInterface({ input: server.stderr }).on("line", (line) => {
      lines.push(line);
      if (lines.length > MAX_KEPT_LINES) lines.shift();
    });
  return lines;
};

/**
 * Resolves when the server accepts connections. Rejects with the server's output if it exits
 * before.
 */
const waitUntilAccepting = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = "";
    const fail = (reason: string) =>
      reject(new Error(`PostgreSQL did not start: ${reason}\n${output}`));
    const timer = setTimeout(() => fail("it took too long"), START_TIMEOUT_MS);
    const onOutput = (chunk: string): void => {
      output += chunk;
      if (!output.includes("ready to accept connections")) return;
      clearTimeout(timer);
      server.stderr?.off("data", onOutput);
      resolve();
    };
    server.stderr?.setEncoding("utf8").on("data", onOutput);
    server.once("error", (err) => fail(err.message));
    server.once("exit", (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code ?? "a signal"}`);
    });
  });

export interface Cluster {
  url: string;
  start(): ChildProcess;
  lastOutput(): string;
  /** Resolves when the server accepts connections and the database exists. */
  ready(server: ChildProcess): Promise<void>;
}

/** Prepares a data folder for PostgreSQL. Creates the cluster if the folder is empty. */
export const openCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, password, settings = {} } = options;
  const address = await chooseAddress(dataDir);
  const user = getServerUser(dataDir);
  const { initdb, postgres } = await findPostgresBinaries(user);
  if (!existsSync(path.join(dataDir, "PG_VERSION"))) await createCluster(initdb, options, user);
  let lastLines: string[] = [];
  const allSettings = {
    ...buildListenSettings(address),
    port: address.port,
    ...LOG_SETTINGS,
    ...settings,
  };
  const flags = Object.entries(allSettings).flatMap(([name, value]) => [
    "-c",
    `${name}=${value ?? ""}`,
  ]);
  return {
    url: buildClusterUrl(address, password),
    start() {
      const server = spawn(postgres, ["-D", dataDir, ...flags], {
        ...user,
        cwd: "/",
        // A fixed locale, because PostgreSQL may not support the locale of this machine.
        env: { ...processEnv, LC_ALL: "C" },
        // The server gets its own process group, so that Ctrl-C reaches only the launcher. The
        // launcher stops the database last.
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
      lastLines = keepRecentOutput(server);
      return server;
    },
    lastOutput: () => lastLines.join("\n"),
    async ready(server) {
      await waitUntilAccepting(server);
      await createDatabase(address, password);
    },
  };
};

export interface RunningCluster {
  url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a data folder. It runs until the caller stops it. */
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
