import { setTimeout as pause } from "node:timers/promises";
import type { TestBackend } from "#tests/harness.ts";
import { startCpuTimer } from "../support/cpu-time.ts";
import { type WatchedTurn, prepareDebate } from "../support/watched-turn.ts";
import {
  median,
  computeMedians,
  type OursAndBare,
  percentile,
  measureAlternately,
} from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import { type ScriptedSpeech, createTopic } from "../support/scripted-speech.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

/** Number of rounds in slow benches. */
export const ROUNDS = 3;

interface LiveTurnRound {
  first: number;
  firstP95: number;
  /** Milliseconds between the model's last words and their arrival. */
  late: number;
  lateP95: number;
  cpu: number;
}

/** Summarizes a round. Throws if a received text differs from that of the model. */
export const summarizeRound = (
  received: readonly Omit<WatchedTurn, "answered">[],
  spoken: Map<string, ScriptedSpeech>,
  cpu = 0,
): LiveTurnRound => {
  const delaysMs = received.map(({ topic, text, endedAt }) => {
    const speech = spoken.get(topic);
    if (speech?.text !== text)
      throw new Error(`The model sent "${speech?.text}", received: "${text}"`);
    return endedAt - speech.endedAt;
  });
  const first = received.map((turn) => turn.first);
  return {
    first: median(first),
    firstP95: percentile(first, 0.95),
    late: median(delaysMs),
    lateP95: percentile(delaysMs, 0.95),
    cpu: cpu / 1000,
  };
};

/**
 * Number of debates, time over which the requests for their turns are spread, and length of a turn.
 */
interface DebateLoad {
  debates: number;
  spreadMs: number;
  tokens: number;
}

const TWENTY_CPU_SECONDS = { redis: 1.5, postgres: 1.2 };
const TWENTY: DebateLoad = { debates: 20, spreadMs: 0, tokens: 300 };
const THREE_HUNDRED: DebateLoad = { debates: 300, spreadMs: 6000, tokens: 300 };

/** Calls `run` for each item. The calls are spread evenly over the given time. */
const runSpread = <T, R>(
  each: readonly T[],
  { spreadMs }: DebateLoad,
  run: (item: T) => Promise<R>,
) =>
  Promise.all(
    each.map(async (item, i) => {
      await pause((spreadMs * i) / each.length);
      return run(item);
    }),
  );

const measureLoad = async (
  { backend, stack, user, spoken }: BenchHarness,
  load: DebateLoad,
): Promise<LiveTurnRound> => {
  const debates = [];
  while (debates.length < load.debates)
    debates.push(await prepareDebate(stack.origin, user, load.tokens));
  const cpuTime = await startCpuTimer(backend, stack);
  const received = await runSpread(debates, load, ({ runTurn }) => runTurn());
  await Promise.all(debates.map(({ judged }) => judged()));
  const cpu = await cpuTime();
  for (const { close } of debates) close();
  return summarizeRound(received, await spoken(), cpu);
};

const measureModelDirectly = async (
  { askDirectly: requestSpeech, spoken }: BenchHarness,
  load: DebateLoad,
) => {
  const topics = Array.from({ length: load.debates }, (_, n) => createTopic(1e6 + n, load.tokens));
  return summarizeRound(await runSpread(topics, load, requestSpeech), await spoken());
};

const toAllowedRow = (
  { ours }: Pick<OursAndBare<LiveTurnRound[]>, "ours">,
  what: keyof LiveTurnRound,
  allowed: number,
) =>
  compareWithAllowed(
    ours.map((round) => round[what]),
    allowed,
  );

/** Measures the delays and the CPU time of 20 turns at once. */
export const benchTwentyAtOnce = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(name, async (harness) => {
    const rounds = await measureAlternately(
      {
        ours: () => measureLoad(harness, TWENTY),
        bare: () => measureModelDirectly(harness, TWENTY),
      },
      // The first rounds are not counted, because a process is slower during its first hundred
      // turns.
      { rounds: ROUNDS, warmUps: 5 },
    );
    const what = `20 turns requested in one instant, ${name}`;
    return [
      {
        name: `First words, ${what}`,
        unit: "ms",
        ...computeMedians(rounds, ({ first }) => first),
        budget: { atMost: 1.1 },
      },
      {
        name: `Delay of the last words, ${what}, median`,
        unit: "ms",
        ...toAllowedRow(rounds, "late", 8),
      },
      {
        name: `Delay of the last words, ${what}, p95`,
        unit: "ms",
        ...toAllowedRow(rounds, "lateP95", 20),
      },
      {
        name: `CPU time of ${what}`,
        unit: "s",
        ...toAllowedRow(rounds, "cpu", TWENTY_CPU_SECONDS[name]),
      },
    ];
  });

/** Measures the delays of 300 live debates on one API and one worker, and compares all texts. */
export const benchThreeHundredLive = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(name, async (harness) => {
    await measureLoad(harness, TWENTY);
    const ours: LiveTurnRound[] = [];
    for (let round = 0; round < ROUNDS; round++)
      ours.push(await measureLoad(harness, THREE_HUNDRED));
    const rounds = { ours };
    const what = `300 live debates, ${name}`;
    return [
      { name: `First words, ${what}, median`, unit: "ms", ...toAllowedRow(rounds, "first", 420) },
      { name: `First words, ${what}, p95`, unit: "ms", ...toAllowedRow(rounds, "firstP95", 600) },
      {
        name: `Delay of the last words, ${what}, median`,
        unit: "ms",
        ...toAllowedRow(rounds, "late", 30),
      },
      {
        name: `Delay of the last words, ${what}, p95`,
        unit: "ms",
        ...toAllowedRow(rounds, "lateP95", 60),
      },
      { name: `CPU time of ${what}`, unit: "s", ...toAllowedRow(rounds, "cpu", 12) },
    ];
  });
