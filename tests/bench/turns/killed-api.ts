import { ApiClient, requestNextTurn, createDebateWith } from "#tests/helpers/api-client.ts";
import { type TestBackend, waitUntil } from "#tests/harness.ts";
import { startTestProcess, type TestProcess } from "#tests/helpers/test-stack.ts";
import type { JoinRequest } from "../support/watcher-crowd-protocol.ts";
import { percentile } from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import type { WatcherRequest } from "../processes/returning-watchers.ts";
import { runSql } from "../support/run-sql.ts";
import { createTopic } from "../support/scripted-speech.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const WATCHERS = 1000;
const ROUNDS = 3;
/**
 * Length of a turn. Its 1000 tokens take 20 s, so the API is killed and recovers during the turn.
 */
const TOKENS = 1000;
/** Maximum allowed 95th percentile. */
const ALLOWED_RECOVERY_MS = 3000;
const UNLIMITED_SOCKET_VARIABLES = { LIMIT_SOCKETS_PER_ADDRESS: "1000000" };

interface StoredTurn {
  content: string;
  status: string;
}

/** Waits until a turn's row meets the condition. */
const waitForStoredTurn = (
  { backend }: BenchHarness,
  id: number,
  isExpected: (turn: StoredTurn) => boolean,
) =>
  waitUntil(
    async () => {
      const [turn] = await runSql<StoredTurn>(
        backend,
        "SELECT content, status FROM turns WHERE id = $1",
        [id],
      );
      return turn && isExpected(turn) && turn;
    },
    { what: "a turn's row", timeoutMs: 60_000 },
  );

/**
 * Kills the API and starts another on its port. Returns when the new one was ready, in milliseconds
 * since 1970.
 */
const restartApi = async (
  { stack }: BenchHarness,
  waitForDisconnects: () => Promise<unknown>,
): Promise<number> => {
  const [api] = stack.apis.splice(0);
  await api?.kill("SIGKILL");
  await waitForDisconnects();
  await stack.startApi(api?.port);
  await waitUntil(async () => (await fetch(`${stack.origin}/readyz`)).ok);
  return performance.timeOrigin + performance.now();
};

/**
 * Kills the API during a turn. Returns for each watcher how long it had no complete text after the
 * new API was ready.
 */
const measureRecovery = async (
  harness: BenchHarness,
  user: ApiClient,
  debateId: number,
  watchers: TestProcess,
): Promise<number[]> => {
  const sendRequest = (request: WatcherRequest) => watchers.ask(request);
  const { id } = await requestNextTurn(user, debateId);
  await waitForStoredTurn(harness, id, ({ content }) => content.length > 0);
  await sendRequest("all-complete");
  const readyAt = await restartApi(harness, () => sendRequest("all-cut"));
  const completeAt = (await sendRequest("all-complete")) as number[];
  const { status } = await waitForStoredTurn(harness, id, () => true);
  if (status !== "streaming") throw new Error("The turn ended before all watchers were back.");
  const { content } = await waitForStoredTurn(harness, id, (turn) => turn.status === "complete");
  await sendRequest({ compare: { id, content } });
  return completeAt.map((at) => Math.max(0, at - readyAt));
};

const measure = async (harness: BenchHarness): Promise<number[][]> => {
  const { origin } = harness.stack;
  const watchers = await startTestProcess("bench/returning-watchers.js", [], {});
  try {
    const user = new ApiClient(origin);
    user.cookie = harness.user.cookie;
    const speakers = { botAProvider: "openai", botBProvider: "openai", maxTurns: 4 } as const;
    const { id } = await createDebateWith(user, { topic: createTopic(9, TOKENS), ...speakers });
    const join: JoinRequest = { origin, debateId: id, watchers: WATCHERS, cookie: user.cookie };
    await watchers.ask({ join });
    const rounds: number[][] = [];
    while (rounds.length < ROUNDS) rounds.push(await measureRecovery(harness, user, id, watchers));
    return rounds;
  } finally {
    await watchers.kill("SIGKILL");
  }
};

/**
 * Measures how long watchers of a running debate have no complete text after their API was killed.
 */
export const benchKilledApi = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(
    name,
    async (harness) => {
      const rounds = await measure(harness);
      return [
        {
          name: `${WATCHERS.toLocaleString("en")} watchers of a killed API, time until they have the whole text again, p95, ${name}`,
          unit: "ms",
          ...compareWithAllowed(
            rounds.map((waits) => percentile(waits, 0.95)),
            ALLOWED_RECOVERY_MS,
          ),
        },
      ];
    },
    { variables: UNLIMITED_SOCKET_VARIABLES },
  );
