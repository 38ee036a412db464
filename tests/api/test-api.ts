import { Pool } from "pg";
import { startApi } from "#api/start-api.ts";
import type { WebBuild } from "#api/pages/rendering/web-build.ts";
import { type Env, readEnv } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import { ApiClient, registerWith, createDebateWith } from "../helpers/api-client.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import {
  createTestDatabase,
  buildModelUrlVariables,
  TEST_POOL_MIN,
  testLogger,
} from "../harness.ts";
import {
  type RunOverlapping,
  createRunOverlapping,
  type IsOvertaken,
  createIsOvertaken,
} from "../helpers/concurrent-acts.ts";

/** High rate limits for tests of other features. */
export const UNLIMITED_VARIABLES = {
  LIMIT_REGISTER_PER_HOUR: "10000",
  LIMIT_CREATE_DEBATE_PER_MINUTE: "10000",
  LIMIT_NEXT_TURN_PER_MINUTE: "10000",
  LIMIT_OPEN_TURNS_PER_USER: "10000",
  LIMIT_AUDIO_PER_MINUTE: "10000",
  LIMIT_PURCHASE_PER_HOUR: "10000",
  LIMIT_CAPTURE_PER_MINUTE: "10000",
  LIMIT_WEBHOOK_PER_MINUTE: "10000",
  LIMIT_PAGE_PER_MINUTE: "10000",
  LIMIT_LOGINS_PER_HOUR: "10000",
  LIMIT_SOCKETS_PER_ADDRESS: "10000",
  LIMIT_REACTIONS_PER_MINUTE: "10000",
  LIMIT_REPORTS_PER_HOUR: "10000",
  LIMIT_MAILS_PER_HOUR: "10000",
  LIMIT_LIST_PER_MINUTE: "10000",
  ALERT_REGISTRATIONS_PER_HOUR: "10000",
  // The API never calls this address. A base URL makes a provider available.
  ...buildModelUrlVariables(() => "http://127.0.0.1:1"),
};

export interface TestUser {
  user: User;
  client: ApiClient;
}

export interface TestApi {
  origin: string;
  /** Runs SQL directly on the database. */
  sql<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  visitor(): ApiClient;
  /** Registers a new user. A role other than `user` is set in the database. */
  person(role?: User["role"]): Promise<TestUser>;
  close(): Promise<void>;
}

/**
 * Tests of events expect them at once. A resync would hide that an event is missing, so no resync
 * runs during a test.
 */
const NO_RESYNC_MS = 3_600_000;

interface TestApiOptions {
  web?: WebBuild | undefined;
  /** Database URL for the test's own SQL, if it differs from the API's. */
  rowsUrl?: string | undefined;
  logger?: Logger;
  resyncIntervalMs?: number;
  getDeltaIntervalMs?: (watchers: number) => number;
}

export const startTestApi = async (
  env: Env,
  {
    web,
    rowsUrl = env.databaseUrl,
    logger = testLogger,
    resyncIntervalMs = NO_RESYNC_MS,
    ...more
  }: TestApiOptions = {},
): Promise<TestApi> => {
  const api = await startApi({ env, logger, web, resyncIntervalMs, ...more });
  const pool = new Pool({ connectionString: rowsUrl, max: 2 }).on("error", () => undefined);
  const origin = `http://localhost:${api.port}`;
  const visitor = () => new ApiClient(origin);
  const sql = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await pool.query<Row>(statement, values)).rows;
  return {
    origin,
    sql,
    visitor,
    async person(role = "user") {
      const client = visitor();
      const user = await registerWith(client);
      if (role !== "user") await sql("UPDATE users SET role = $1 WHERE id = $2", [role, user.id]);
      return { user, client };
    },
    async close() {
      await pool.end();
      await api.close();
    },
  };
};

/** The environment of an API on PostgreSQL without Redis. */
export const testEnv = (databaseUrl: string, variables: Record<string, string> = {}): Env =>
  readEnv({
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a secret of the tests",
    DATABASE_POOL_MIN: TEST_POOL_MIN,
    ...UNLIMITED_VARIABLES,
    ...variables,
  });

export const startApiOnNewDatabase = async (
  variables: Record<string, string> = {},
  web?: WebBuild,
  logger?: Logger,
): Promise<TestApi> => {
  const database = await createTestDatabase();
  const api = await startTestApi(testEnv(database.url, variables), {
    web,
    ...(logger && { logger }),
  });
  return {
    ...api,
    async close() {
      await api.close();
      await database.drop();
    },
  };
};

/** An API whose statements a test can hold. `sql` bypasses the proxy. */
export interface ProxiedApi extends TestApi {
  wire: DatabaseProxy;
  /** The database's URL without the proxy. */
  databaseUrl: string;
  overlap: RunOverlapping;
  overtakes: IsOvertaken;
}

/** Starts an API on a new database, connected through a proxy. */
export const startProxiedApi = async (
  variables: Record<string, string> = {},
  options: Pick<TestApiOptions, "resyncIntervalMs" | "logger" | "web"> = {},
): Promise<ProxiedApi> => {
  const database = await createTestDatabase();
  const wire = await startDatabaseProxy(database.url);
  const api = await startTestApi(testEnv(wire.url, variables), {
    rowsUrl: database.url,
    ...options,
  });
  return {
    ...api,
    wire,
    databaseUrl: database.url,
    overlap: createRunOverlapping(wire, api.sql),
    overtakes: createIsOvertaken(wire, api.sql),
    async close() {
      await api.close();
      await wire.cut();
      await database.drop();
    },
  };
};

export const giveCredits = (api: TestApi, { user }: TestUser, credits: number) =>
  api.sql(
    `INSERT INTO credit_ledger (user_id, delta, reason, reference)
     VALUES ($1, $2, 'admin', gen_random_uuid()::text)`,
    [user.id, credits],
  );

/** Moves the last identity confirmation back by 15 minutes and a second. */
export const expireIdentityConfirmation = (api: Pick<TestApi, "sql">, { id }: Pick<User, "id">) =>
  api.sql(
    `UPDATE sessions SET sess = jsonb_set(sess::jsonb, '{provedAt}', to_jsonb($2::float8))
      WHERE sess ->> 'userId' = $1`,
    [String(id), Date.now() - 901_000],
  );

/** Creates a debate as its owner, with a credit granted for it. */
export const createPaidDebate = async (
  api: TestApi,
  owner: TestUser,
  input: Record<string, unknown> = {},
): Promise<Debate> => {
  await giveCredits(api, owner, 1);
  return createDebateWith(owner.client, input);
};

/**
 * Inserts complete, judged turns as a worker would leave them. If they complete a debate, it counts
 * as ended long ago. So its results are not hidden from members who have not voted.
 */
export const insertFinishedTurns = async (
  api: Pick<TestApi, "sql">,
  debate: Pick<Debate, "id">,
  count: number,
): Promise<void> => {
  // One statement, so that a resync sees all turns or none.
  await api.sql(
    `WITH finished AS (
       INSERT INTO turns (debate_id, turn_number, role, type, content, status, score, ruling, feedback, judge,
                          quotes)
       SELECT $1, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'Speech ' || n,
              'complete', 7, 'It holds.', 'Well said.', 'grok', '["Speech"]'
         FROM generate_series(1, $2) AS n)
     UPDATE debates SET current_turn = $2,
            status = CASE WHEN $2 = max_turns THEN 'completed' ELSE 'active' END,
            scores = CASE WHEN $2 = max_turns
                          THEN '{"botA": 7, "botB": 7, "reasoning": "Even."}'::jsonb END
      WHERE id = $1`,
    [debate.id, count],
  );
};
