import path from "node:path";
import { ApiClient, nextTurn, register, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { type Stack, startStack } from "../processes.ts";
import { watchDebate } from "../watcher.ts";
import { onBackend } from "./on-backend.ts";
import { runSql } from "./run-sql.ts";
import { besideAllowed, type Row } from "./table.ts";

const ROUNDS = 7;
const DEBATES = 20;
/** So often all of them at once. */
const CROWDS = 3;
const UNLIMITED = {
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
  LIMIT_OPEN_TURNS_PER_USER: "100000",
};
/** What is allowed, which stands in the place of a baseline. */
const READY_MS = 2000;
const LOOP_P99_MS = 50;

/** Milliseconds from the last word of a new debate's first turn to its recording. */
const timeReady = async ({ origin }: Stack, user: ApiClient): Promise<number> => {
  const { id } = await startDebate(user);
  const watcher = await watchDebate(origin, id, user.cookie);
  const heard = (name: "turn:completed" | "audio:ready") =>
    new Promise<number>((resolve) => watcher.socket.once(name, () => resolve(performance.now())));
  const [completedAt, readyAt] = await Promise.all([
    heard("turn:completed"),
    heard("audio:ready"),
    nextTurn(user, id),
  ]);
  watcher.close();
  return readyAt - completedAt;
};

const measure = async (backend: TestBackend): Promise<Row[]> => {
  const nodeFlags = ["--import", path.resolve("dist/bench/report-usage.js")];
  const stack = await startStack(backend, { hasVoice: true, variables: UNLIMITED, nodeFlags });
  try {
    const user = new ApiClient(stack.origin);
    const { id } = await register(user);
    await runSql(
      backend,
      `INSERT INTO credit_ledger (user_id, delta, reason, reference)
       VALUES ($1, 100000, 'admin', 'bench')`,
      [id],
    );
    await timeReady(stack, user);
    const waited: number[] = [];
    for (let round = 0; round < ROUNDS; round++) waited.push(await timeReady(stack, user));
    const [worker] = stack.workers;
    const loopP99s: number[] = [];
    while (loopP99s.length < CROWDS) {
      await worker?.ask("loop");
      await Promise.all(Array.from({ length: DEBATES }, () => timeReady(stack, user)));
      loopP99s.push(Number(await worker?.ask("loop")));
    }
    return [
      {
        name: "A turn's recording after its last word (beside what is allowed)",
        unit: "ms",
        ...besideAllowed(waited, READY_MS),
      },
      {
        name: `Event loop of a worker with ${DEBATES} debates, p99 (beside what is allowed)`,
        unit: "ms",
        ...besideAllowed(loopP99s, LOOP_P99_MS),
      },
    ];
  } finally {
    await stack.stop();
  }
};

/** How soon a turn can be heard, and that speaking holds nobody else up. */
export const audioReady = (): Promise<Row[]> => onBackend("redis", measure);
