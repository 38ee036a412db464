import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { readEnv, type Env } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { startTestRedis, type TestRedis } from "./setup/redis.ts";

export { startTestRedis as startRedis, type TestRedis };

/** Signs the session cookies in all tests. */
export const TEST_SESSION_SECRET = "a secret of the tests";

/** Logs nothing, unless the variable TEST_LOG names a level. */
export const testLogger = createLogger(process.env["TEST_LOG"] ?? "silent", "test");

const serverUrl = (): string => {
  const url = process.env["TEST_DATABASE_URL"];
  if (url === undefined) throw new Error("The test setup has not run.");
  return url;
};

const runOnServer = async (statement: string): Promise<void> => {
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
  /** Ends every connection to the database and waits until they are gone. */
  terminateConnections(): Promise<void>;
  drop(): Promise<void>;
}

export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl());
  const template = url.pathname.slice(1);
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    terminateConnections: () =>
      runOnServer(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      ),
    drop: () => runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

export interface TestBackend {
  name: "postgres" | "redis";
  database: TestDatabase;
  redis: TestRedis | null;
  /**
   * Returns the environment of a process that uses this backend. `variables` adds or replaces some.
   */
  env(variables?: Record<string, string>): Env;
  variables(more?: Record<string, string>): Record<string, string>;
}

export const buildModelUrlVariables = (
  addressOf: (id: Provider) => string,
): Record<string, string> =>
  Object.fromEntries(
    PROVIDERS.map((id) => [PROVIDER_DEFINITIONS[id].variables.baseUrl, addressOf(id)]),
  );

/**
 * Minimum size of connection pools. The setup sets 1, because opening and warming up more
 * connections would double the start time. If empty, the product's default applies.
 */
export const TEST_POOL_MIN = process.env["TEST_POOL_MIN"] ?? "";

/**
 * Opens a backend of its own for a test. The caller drops the database and stops Redis;
 * `describeBackends` does both.
 */
export const openTestBackend = async (name: TestBackend["name"]): Promise<TestBackend> => {
  const database = await createTestDatabase();
  const redis = name === "redis" ? await startTestRedis() : null;
  const variables = (more: Record<string, string> = {}) => ({
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: database.url,
    SESSION_SECRET: TEST_SESSION_SECRET,
    LOG_LEVEL: process.env["TEST_LOG"] ?? "silent",
    DATABASE_POOL_MIN: TEST_POOL_MIN,
    // Processes stop without waiting for others to take over their work, because tests start no
    // such processes.
    DRAIN_SECONDS: "0",
    WORKER_GRACE_SECONDS: "8",
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...more,
  });
  return { name, database, redis, variables, env: (more) => readEnv(variables(more)) };
};

/**
 * Runs the same tests with PostgreSQL alone and with Redis. Only hooks and tests may call
 * `backend()`. Each describe block gets a new backend.
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
      // Runs after the afterAll hooks of `tests`, which close their connections.
      afterAll(async () => {
        await opened?.database.drop();
        await opened?.redis?.stop();
      });
    });
  }
};

/**
 * Maximum time that a test waits. A long time costs nothing, because speed is measured separately.
 */
export const TEST_TIMEOUT_MS = Number(process.env["TEST_PATIENCE_MS"] ?? 60_000);

/**
 * Measures a duration in ms, up to three times. Returns the first that is within the bound, or else
 * the shortest. A pause of the machine slows down one measurement, slow code all of them.
 */
export const measureFastest = async (
  boundMs: number,
  measure: () => number | Promise<number>,
): Promise<number> => {
  let best = Infinity;
  for (let time = 0; time < 3 && best >= boundMs; time += 1) best = Math.min(best, await measure());
  return best;
};

/**
 * Time until the next poll, in ms. Polling costs CPU, so long waits poll less often and end up to
 * 10 % late.
 */
const getPollDelayMs = (waitedMs: number): number => Math.min(Math.max(20, waitedMs / 10), 100);

/**
 * Polls until `check` returns a truthy value, and returns that value. Throws after `timeoutMs`;
 * `what` names the condition in the error.
 */
export const waitUntil = async <T>(
  check: () => T | Promise<T>,
  { timeoutMs = TEST_TIMEOUT_MS, what = "the condition" } = {},
): Promise<NonNullable<Exclude<T, false | "" | 0>>> => {
  const startedAt = Date.now();
  for (;;) {
    const seen = await check();
    if (seen) return seen as NonNullable<Exclude<T, false | "" | 0>>;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`${what} did not come true in ${timeoutMs} ms`);
    await pause(getPollDelayMs(waitedMs));
  }
};
