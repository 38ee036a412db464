import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { Redis } from "ioredis";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";

export interface TestRedis {
  url: string;
  flush(): Promise<void>;
  stop(): Promise<void>;
  /** Starts the server again at the same URL, without its data. */
  restart(): Promise<void>;
}

const flushRedis = async (url: string): Promise<void> => {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
};

/** Starts a Redis server that stores nothing on disk. */
const spawnRedisServer = async (port: number, more: string[]): Promise<ChildProcess> => {
  const flags = ["--port", String(port), "--save", "", "--appendonly", "no", ...more];
  const server = spawn("redis-server", flags, {
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    server.stdout.setEncoding("utf8").on("data", (line: string) => {
      if (line.includes("Ready to accept connections")) resolve();
    });
  });
  return server;
};

/** Is `describe`, or `describe.skip` on a machine without `redis-server`. */
export const describeWithRedisServer = (title: string, body: () => void): void =>
  (process.env["TEST_REDIS"] === "redis-server" ? describe : describe.skip)(title, body);

/** Starts `redis-server` with additional flags. A flag that occurs twice has its last value. */
export const startRedisServer = async (
  buildFlags: (port: string) => string[] = () => [],
): Promise<TestRedis> => {
  const port = await findFreePort();
  const flags = buildFlags(String(port));
  const url = `redis://127.0.0.1:${port}`;
  let server = await spawnRedisServer(port, flags);
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.removeAllListeners("exit");
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url,
    flush: () => flushRedis(url),
    stop,
    async restart() {
      await stop();
      server = await spawnRedisServer(port, flags);
    },
  };
};

const throwRestartUnsupported = (): never => {
  throw new Error("This test stops Redis and needs redis-server on the PATH.");
};

/**
 * Starts a separate Redis for a test, as a program or a container, whichever the setup has found.
 */
export const startTestRedis = async (): Promise<TestRedis> => {
  if (process.env["TEST_REDIS"] === "redis-server") return startRedisServer();
  // The module is imported only if it is needed, because loading it takes longer than most tests.
  const { startRedisContainer } = await import("./containers.ts");
  const { url, stop } = await startRedisContainer();
  return { url, flush: () => flushRedis(url), stop, restart: throwRestartUnsupported };
};
