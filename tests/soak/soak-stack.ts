import { QUEUES, type QueueName } from "#shared/contract/jobs.ts";
import {
  startDatabaseProxy,
  type DatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import type { TestBackend } from "../harness.ts";
import { startTestStack, type TestStack, type TestProcess } from "../helpers/test-stack.ts";
import type { SoakHistory } from "./soak-history.ts";
import {
  DAILY_LIMIT_MICRODOLLARS,
  DAILY_LIMIT_PER_USER,
  FAKE_MODEL_PRICE,
} from "./spending-limit.ts";

const WORKERS = 2;
/**
 * Jobs that a worker runs at once. The numbers are small, so that a spending limit is exceeded only
 * by a little.
 */
const WORKER_CONCURRENCY = { turns: 2, judging: 2, speech: 1, mail: 2 } satisfies Record<
  QueueName,
  number
>;
/** Jobs that all workers together run at once. */
export const JOBS_AT_ONCE: ReadonlyMap<QueueName, number> = new Map(
  QUEUES.map((queue) => [queue, WORKERS * WORKER_CONCURRENCY[queue]]),
);
const CONCURRENCY = QUEUES.map((queue) => `${queue}=${WORKER_CONCURRENCY[queue]}`).join(",");

/**
 * The fakes are so slow that faults occur during jobs. All limits that are not tested are turned
 * off.
 */
const VARIABLES = {
  // Fatal errors are logged, because they explain unexpected exits.
  LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  STANDIN_FIRST_TOKEN_MS: "80",
  STANDIN_TOKENS_PER_SECOND: "120",
  LIMIT_REGISTER_PER_HOUR: "10000",
  LIMIT_CREATE_DEBATE_PER_MINUTE: "10000",
  LIMIT_NEXT_TURN_PER_MINUTE: "10000",
  LIMIT_OPEN_TURNS_PER_USER: "10000",
  LIMIT_AUDIO_PER_MINUTE: "10000",
  LIMIT_PURCHASE_PER_HOUR: "10000",
  LIMIT_CAPTURE_PER_MINUTE: "10000",
  LIMIT_LIST_PER_MINUTE: "10000",
  PRICES: JSON.stringify({ "stand-in": FAKE_MODEL_PRICE }),
  DAILY_SPEND_LIMIT: String(DAILY_LIMIT_MICRODOLLARS / 1_000_000),
  DAILY_SPEND_LIMIT_PER_USER: String(DAILY_LIMIT_PER_USER / 1_000_000),
};

/**
 * A place for one process of the product. When the process is restarted, it keeps its name and
 * port.
 */
export interface ProcessSlot {
  name: string;
  port: number;
  process: TestProcess;
  /** Whether the process was killed and not restarted yet. */
  isEmpty: boolean;
  fill(): Promise<void>;
}

export interface SoakStack {
  stack: TestStack;
  proxy: DatabaseProxy;
  backend: TestBackend;
  slots: ProcessSlot[];
  /** Origins of the APIs. */
  origins: string[];
  close(): Promise<void>;
}

export const startSoakStack = async (
  backend: TestBackend,
  history: SoakHistory,
): Promise<SoakStack> => {
  const proxy = await startDatabaseProxy(backend.database.url);
  const proxiedBackend: TestBackend = {
    ...backend,
    variables: (more = {}) => backend.variables({ ...more, DATABASE_URL: proxy.url }),
  };
  const stack = await startTestStack(proxiedBackend, {
    apis: 2,
    workers: WORKERS,
    workerArgs: ["--concurrency", CONCURRENCY],
    variables: VARIABLES,
    hasVoice: true,
    hasModeration: true,
  });
  const createSlot = (kind: string, start: (port: number) => Promise<TestProcess>) => {
    let number = 0;
    return (process: TestProcess): ProcessSlot => {
      const slot: ProcessSlot = {
        name: `${kind} ${(number += 1)}`,
        port: process.port,
        process,
        isEmpty: false,
        async fill() {
          // The start fails while the database is down. The caller tries again.
          slot.process = await start(slot.port);
          slot.isEmpty = false;
          history.note(`${slot.name} is up again`);
        },
      };
      return slot;
    };
  };
  const apis = stack.apis.map(createSlot("api", (port) => stack.startApi(port)));
  const workers = stack.workers.map(createSlot("worker", () => stack.startWorker()));
  return {
    stack,
    proxy,
    backend,
    slots: [...apis, ...workers],
    origins: apis.map(({ port }) => `http://localhost:${port}`),
    async close() {
      await stack.stop();
      await proxy.cut();
    },
  };
};
