import { ApiClient, requestNextTurn, createDebateWith } from "#tests/helpers/api-client.ts";
import { findViolations } from "#tests/faults/invariants.ts";
import { type TestBackend, waitUntil } from "#tests/harness.ts";
import { startTestProcess } from "#tests/helpers/test-stack.ts";
import { startLoadBalancer } from "../support/load-balancer.ts";
import { ROUNDS } from "./live-turns.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import type { WatcherReport, WatchRequest } from "../processes/rolling-watchers.ts";
import { runSql } from "../support/run-sql.ts";
import { createTopic } from "../support/scripted-speech.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const DEBATES = 10;
const WATCHERS = 200;
/** Number of turns per debate, more than the bench needs. */
const TURNS = 20;
/** Length of a turn. Its 500 tokens take ten seconds. */
const TOKENS = 500;
/** Defaults of the product. Other tests use shorter times. */
const PRODUCTION_SHUTDOWN_VARIABLES = { DRAIN_SECONDS: "25", WORKER_GRACE_SECONDS: "310" };
const ALLOWED = { gapMs: 2000, share: 0.1, cuts: 1 };

interface StoredTurn {
  id: number;
  text: string;
  attempt: number;
  status: string;
}

const storedTurns = ({ backend }: BenchHarness, debateIds: number[]) =>
  runSql<StoredTurn>(
    backend,
    "SELECT id, content AS text, attempt, status FROM turns WHERE debate_id = ANY($1)",
    [debateIds],
  );

/** Requests turns of a debate until `isOver` returns true. Throws if a request fails. */
const keepDebating = async (
  harness: BenchHarness,
  user: ApiClient,
  id: number,
  isOver: () => boolean,
) => {
  const isSpoken = async (turnId: number) =>
    (await storedTurns(harness, [id])).some(
      (turn) => turn.id === turnId && turn.status === "complete",
    );
  while (!isOver()) {
    const turn = await requestNextTurn(user, id);
    await waitUntil(() => isSpoken(turn.id), { what: "the turn's end" });
  }
};

/** Starts new processes and then stops the old ones, as `infra/deploy/kubernetes` does. */
const replaceAllProcesses = async ({ stack }: BenchHarness): Promise<void> => {
  const [apis, workers] = [[...stack.apis], [...stack.workers]];
  await Promise.all(apis.map(() => stack.startApi()));
  const codes = await Promise.all(apis.map((api) => api.kill("SIGTERM")));
  await Promise.all(workers.map(() => stack.startWorker()));
  codes.push(...(await Promise.all(workers.map((worker) => worker.kill("SIGTERM")))));
  if (codes.some((code) => code !== 0))
    throw new Error(`processes exited with ${codes.join(", ")}`);
};

const measure = async (harness: BenchHarness): Promise<WatcherReport> => {
  const { backend, stack } = harness;
  const balancer = await startLoadBalancer(stack.apis);
  const watcherProcess = await startTestProcess("bench/rolling-watchers.js", [], {});
  try {
    const user = new ApiClient(balancer.origin);
    user.cookie = harness.user.cookie;
    const debateIds: number[] = [];
    while (debateIds.length < DEBATES) {
      const topic = createTopic(7e6 + debateIds.length, TOKENS);
      const speakers = { botAProvider: "openai", botBProvider: "openai", maxTurns: TURNS } as const;
      debateIds.push((await createDebateWith(user, { topic, ...speakers })).id);
    }
    const watchersPerDebate = WATCHERS / DEBATES;
    const watchRequest: WatchRequest = {
      origin: balancer.origin,
      cookie: user.cookie,
      debateIds,
      each: watchersPerDebate,
    };
    await watcherProcess.ask({ watchRequest });
    let isOver = false;
    const running = Promise.all(
      debateIds.map((id) => keepDebating(harness, user, id, () => isOver)),
    );
    await Promise.race([running, replaceAllProcesses(harness)]);
    isOver = true;
    await running;
    await waitUntil(async () => (await findViolations(backend.database.url)).length === 0, {
      what: "every invariant",
    });
    const stored = await storedTurns(harness, debateIds);
    const restartedCount = stored.filter(({ attempt }) => attempt !== 1).length;
    if (restartedCount > 0) throw new Error(`${restartedCount} turns were restarted`);
    return (await watcherProcess.ask({ stored, each: watchersPerDebate })) as WatcherReport;
  } finally {
    balancer.close();
    await watcherProcess.kill("SIGKILL");
  }
};

/** Measures a round. Throws if a received turn differs from the stored one. */
const measureWhole = async (harness: BenchHarness): Promise<WatcherReport> => {
  const report = await measure(harness);
  const { mismatches } = report;
  if (mismatches > 0) throw new Error(`${mismatches} received turns differ from the stored ones`);
  return report;
};

/** Measures what watchers of live debates notice while all processes are replaced. */
export const benchRollingRestart = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(
    name,
    async (harness) => {
      const rounds: WatcherReport[] = [];
      while (rounds.length < ROUNDS) rounds.push(await measureWhole(harness));
      const what = `${WATCHERS} watchers of ${DEBATES} debates while all processes are replaced, ${name}`;
      const row = (
        title: string,
        unit: string,
        of: (round: WatcherReport) => number,
        allowed: number,
      ): BenchRow => ({
        name: `${title}, ${what}`,
        unit,
        ...compareWithAllowed(rounds.map(of), allowed),
      });
      return [
        row("Longest gap without words", "ms", ({ gaps }) => Math.max(...gaps), ALLOWED.gapMs),
        row(
          "Most lost connections of one watcher",
          "",
          ({ cuts }) => Math.max(...cuts),
          ALLOWED.cuts,
        ),
        row(
          "Reconnects in the worst second",
          "",
          ({ worstSecond }) => worstSecond,
          WATCHERS * ALLOWED.share,
        ),
      ];
    },
    { apis: 2, workers: 2, variables: PRODUCTION_SHUTDOWN_VARIABLES },
  );
