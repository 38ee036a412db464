import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { readEnv, type Env } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { PROVIDER_FACTS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { startRedis, type TestRedis } from "./services/redis.ts";

export { startRedis, type TestRedis };

/** Quiet unless TEST_LOG names a level. */
export const testLogger = createLogger(process.env["TEST_LOG"] ?? "silent", "test");

const serverUrl = (): string => {
  const url = process.env["TEST_DATABASE_URL"];
  if (url === undefined) throw new Error("The test setup has not run.");
  return url;
};

const onServer = async (statement: string): Promise<void> => {
  const admin = new URL(serverUrl());
  admin.pathname = "/postgres";
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export interface TestDatabase {
  url: string;
  /** Ends every connection to it, and waits until they are gone. */
  terminateConnections(): Promise<void>;
  drop(): Promise<void>;
}

/** A migrated database of this test's own. */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl());
  const template = url.pathname.slice(1);
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    terminateConnections: () =>
      onServer(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      ),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

export interface TestBackend {
  name: "postgres" | "redis";
  database: TestDatabase;
  /** Null on PostgreSQL. */
  redis: TestRedis | null;
  /** The environment of a process that runs on it; more variables as needed. */
  env(variables?: Record<string, string>): Env;
  variables(more?: Record<string, string>): Record<string, string>;
}

/** The variables that say where the models are: of every provider there is. */
export const modelAddresses = (addressOf: (id: Provider) => string): Record<string, string> =>
  Object.fromEntries(PROVIDERS.map((id) => [PROVIDER_FACTS[id].variables.baseUrl, addressOf(id)]));

/** Opening and preparing more would be half the work of a start; empty is what operators have. */
export const TEST_POOL_MIN = process.env["TEST_POOL_MIN"] ?? "";

/** Opens it; whoever asks drops the database and stops the Redis. `describeBackends` does both. */
export const openTestBackend = async (name: TestBackend["name"]): Promise<TestBackend> => {
  const database = await freshDatabase();
  const redis = name === "redis" ? await startRedis() : null;
  const variables = (more: Record<string, string> = {}) => ({
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: database.url,
    SESSION_SECRET: "a secret of the tests",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "silent",
    DATABASE_POOL_MIN: TEST_POOL_MIN,
    // Nobody comes to take over.
    DRAIN_SECONDS: "0",
    WORKER_GRACE_SECONDS: "8",
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...more,
  });
  return { name, database, redis, variables, env: (more) => readEnv(variables(more)) };
};

/**
 * The same tests on both ways to run. `backend()` is for use inside hooks and tests; it and all it
 * holds live as long as the describe block.
 */
export const describeBackends = (
  title: string,
  tests: (backend: () => TestBackend, name: TestBackend["name"]) => void,
  names: readonly TestBackend["name"][] = ["postgres", "redis"],
): void => {
  for (const name of names) {
    const isMissing = name === "redis" && process.env["TEST_REDIS"] === "none";
    (isMissing ? describe.skip : describe)(`${title}, on ${name}`, () => {
      let opened: TestBackend | undefined;
      beforeAll(async () => {
        opened = await openTestBackend(name);
      });
      tests(() => {
        if (!opened) throw new Error("backend() is for hooks and tests only");
        return opened;
      }, name);
      // After the tests' own hooks, which close what they opened on it.
      afterAll(async () => {
        await opened?.database.drop();
        await opened?.redis?.stop();
      });
    });
  }
};

/** Patience costs nothing: what has to be quick, a test measures by itself. */
export const PATIENCE_MS = Number(process.env["TEST_PATIENCE_MS"] ?? 60_000);

/**
 * How long something takes, in milliseconds: one time in three at most that it is within the bound, or
 * the quickest. A machine that stands still for a moment makes one time slow, what is slow by itself all.
 */
export const quickest = async (
  boundMs: number,
  measure: () => number | Promise<number>,
): Promise<number> => {
  let best = Infinity;
  for (let time = 0; time < 3 && best >= boundMs; time += 1) best = Math.min(best, await measure());
  return best;
};

/** A look is work, too: what takes seconds is looked at less often, a tenth late at most. */
const pauseMs = (waitedMs: number): number => Math.min(Math.max(20, waitedMs / 10), 100);

/** Waits until `check` answers something truthy, and returns it. Fails with what it last saw. */
export const until = async <T>(
  check: () => T | Promise<T>,
  { timeoutMs = PATIENCE_MS, what = "the condition" } = {},
): Promise<NonNullable<Exclude<T, false | "" | 0>>> => {
  const startedAt = Date.now();
  for (;;) {
    const seen = await check();
    if (seen) return seen as NonNullable<Exclude<T, false | "" | 0>>;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`${what} did not come true in ${timeoutMs} ms`);
    await pause(pauseMs(waitedMs));
  }
};
