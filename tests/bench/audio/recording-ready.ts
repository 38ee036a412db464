import path from "node:path";
import {
  ApiClient,
  requestNextTurn,
  registerWith,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { type TestStack, startTestStack } from "#tests/helpers/test-stack.ts";
import { watchDebate } from "#tests/helpers/debate-watcher.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const ROUNDS = 7;
const DEBATES = 20;
/** Number of rounds in which all debates run at once. */
const CONCURRENT_ROUNDS = 3;
const UNLIMITED_VARIABLES = {
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
  LIMIT_OPEN_TURNS_PER_USER: "100000",
};
/** Maximum allowed values. There is no baseline to compare with. */
const ALLOWED_READY_MS = 2000;
const ALLOWED_LOOP_P99_MS = 50;

/** Returns the milliseconds from the last word of a new debate's first turn to its recording. */
const measureReadyMs = async ({ origin }: TestStack, user: ApiClient): Promise<number> => {
  const { id } = await createDebateWith(user);
  const watcher = await watchDebate(origin, id, user.cookie);
  const waitForEvent = (name: "turn:completed" | "audio:ready") =>
    new Promise<number>((resolve) => watcher.socket.once(name, () => resolve(performance.now())));
  const [completedAt, readyAt] = await Promise.all([
    waitForEvent("turn:completed"),
    waitForEvent("audio:ready"),
    requestNextTurn(user, id),
  ]);
  watcher.close();
  return readyAt - completedAt;
};

const measure = async (backend: TestBackend): Promise<BenchRow[]> => {
  const nodeFlags = ["--import", path.resolve("dist/bench/report-usage.js")];
  const stack = await startTestStack(backend, {
    hasVoice: true,
    variables: UNLIMITED_VARIABLES,
    nodeFlags,
  });
  try {
    const user = new ApiClient(stack.origin);
    const { id } = await registerWith(user);
    await runSql(
      backend,
      `INSERT INTO credit_ledger (user_id, delta, reason, reference)
       VALUES ($1, 100000, 'admin', 'bench')`,
      [id],
    );
    await measureReadyMs(stack, user);
    const delaysMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) delaysMs.push(await measureReadyMs(stack, user));
    const [worker] = stack.workers;
    const loopP99s: number[] = [];
    while (loopP99s.length < CONCURRENT_ROUNDS) {
      await worker?.ask("loop");
      await Promise.all(Array.from({ length: DEBATES }, () => measureReadyMs(stack, user)));
      loopP99s.push(Number(await worker?.ask("loop")));
    }
    return [
      {
        name: "A turn's recording after its last word (baseline: the limit)",
        unit: "ms",
        ...compareWithAllowed(delaysMs, ALLOWED_READY_MS),
      },
      {
        name: `Event loop of a worker with ${DEBATES} debates, p99 (baseline: the limit)`,
        unit: "ms",
        ...compareWithAllowed(loopP99s, ALLOWED_LOOP_P99_MS),
      },
    ];
  } finally {
    await stack.stop();
  }
};

/** Measures the delay of recordings, and how long they block the worker's event loop. */
export const benchRecordingReady = (): Promise<BenchRow[]> => runOnBackend("redis", measure);
