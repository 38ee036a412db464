import { setTimeout as pause } from "node:timers/promises";
import type { TestBackend } from "../harness.ts";
import { startCpuTime } from "./cpu-time.ts";
import { type HeardTurn, prepareDebate } from "./heard-turn.ts";
import { median, medians, type Pair, percentile, takeTurns } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import { type Speech, topicOf } from "./speech-about.ts";
import { besideAllowed, type Row } from "./table.ts";

/** Of every row that takes long. */
export const ROUNDS = 3;

interface Round {
  first: number;
  firstP95: number;
  /** How long after the model's last words they were heard. */
  late: number;
  lateP95: number;
  cpu: number;
}

/** Sums a round up. Throws where anything else was heard than the model has said. */
export const summary = (
  heard: readonly Omit<HeardTurn, "answered">[],
  spoken: Map<string, Speech>,
  cpu = 0,
): Round => {
  const late = heard.map(({ topic, text, endedAt }) => {
    const said = spoken.get(topic);
    if (said?.text !== text) throw new Error(`The model said "${said?.text}", heard: "${text}"`);
    return endedAt - said.endedAt;
  });
  const first = heard.map((turn) => turn.first);
  return {
    first: median(first),
    firstP95: percentile(first, 0.95),
    late: median(late),
    lateP95: percentile(late, 0.95),
    cpu: cpu / 1000,
  };
};

/** How many debates ask for their turns, over how long, and how long the turns are. */
interface Crowd {
  debates: number;
  spreadMs: number;
  tokens: number;
}

const TWENTY_CPU_SECONDS = { redis: 1.5, postgres: 1.2 };
const TWENTY: Crowd = { debates: 20, spreadMs: 0, tokens: 300 };
const THREE_HUNDRED: Crowd = { debates: 300, spreadMs: 6000, tokens: 300 };

/** Does it for each, one after the other in the given time. */
const spread = <T, R>(each: readonly T[], { spreadMs }: Crowd, act: (one: T) => Promise<R>) =>
  Promise.all(
    each.map(async (one, i) => {
      await pause((spreadMs * i) / each.length);
      return act(one);
    }),
  );

const hearCrowd = async ({ backend, stack, user, spoken }: Stage, crowd: Crowd): Promise<Round> => {
  const debates = [];
  while (debates.length < crowd.debates)
    debates.push(await prepareDebate(stack.origin, user, crowd.tokens));
  const cpuTime = await startCpuTime(backend, stack);
  const heard = await spread(debates, crowd, ({ hear }) => hear());
  await Promise.all(debates.map(({ judged }) => judged()));
  const cpu = await cpuTime();
  for (const { close } of debates) close();
  return summary(heard, await spoken(), cpu);
};

const askCrowdDirectly = async ({ askDirectly: ask, spoken }: Stage, crowd: Crowd) => {
  const topics = Array.from({ length: crowd.debates }, (_, n) => topicOf(1e6 + n, crowd.tokens));
  return summary(await spread(topics, crowd, ask), await spoken());
};

const beside = ({ ours }: Pick<Pair<Round[]>, "ours">, what: keyof Round, allowed: number) =>
  besideAllowed(
    ours.map((round) => round[what]),
    allowed,
  );

/** Twenty turns at once: how soon, how late their ends, and what they cost. */
export const twentyAtOnce = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    const rounds = await takeTurns(
      { ours: () => hearCrowd(stage, TWENTY), bare: () => askCrowdDirectly(stage, TWENTY) },
      // What a process does for the first hundred turns it does faster ever after.
      { rounds: ROUNDS, warmUps: 5 },
    );
    const what = `20 turns asked for in one instant, ${name}`;
    return [
      {
        name: `First words, ${what}`,
        unit: "ms",
        ...medians(rounds, ({ first }) => first),
        budget: { atMost: 1.1 },
      },
      { name: `Last words late, ${what}, median`, unit: "ms", ...beside(rounds, "late", 8) },
      { name: `Last words late, ${what}, p95`, unit: "ms", ...beside(rounds, "lateP95", 20) },
      {
        name: `CPU time of ${what}`,
        unit: "s",
        ...beside(rounds, "cpu", TWENTY_CPU_SECONDS[name]),
      },
    ];
  });

/** 300 debates live on one API and one worker, every letter compared. */
export const threeHundredLive = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    await hearCrowd(stage, TWENTY);
    const ours: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) ours.push(await hearCrowd(stage, THREE_HUNDRED));
    const rounds = { ours };
    const what = `300 live debates, ${name}`;
    return [
      { name: `First words, ${what}, median`, unit: "ms", ...beside(rounds, "first", 420) },
      { name: `First words, ${what}, p95`, unit: "ms", ...beside(rounds, "firstP95", 600) },
      { name: `Last words late, ${what}, median`, unit: "ms", ...beside(rounds, "late", 30) },
      { name: `Last words late, ${what}, p95`, unit: "ms", ...beside(rounds, "lateP95", 60) },
      { name: `CPU time of ${what}`, unit: "s", ...beside(rounds, "cpu", 12) },
    ];
  });
