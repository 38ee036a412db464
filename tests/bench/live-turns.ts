import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import OpenAI from "openai";
import { ApiClient, register } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { type Stack, startProcess, startStack } from "../processes.ts";
import { startCpuTime } from "./cpu-time.ts";
import { type HeardTurn, prepareDebate } from "./heard-turn.ts";
import { median, medians, type Pair, percentile, takeTurns } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import { runSql } from "./run-sql.ts";
import { type Speech, topicOf } from "./speech-about.ts";
import type { Row } from "./table.ts";

const ROUNDS = 3;
const UNLIMITED = {
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
};
const REPORTING = ["--import", path.resolve("dist/bench/report-usage.js")];
const CREDITS = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 1e6, 'admin', 'bench')`;

/** The product with a scripted model, and somebody who may start any number of debates. */
interface Stage {
  backend: TestBackend;
  stack: Stack;
  user: ApiClient;
  /** What the model has said since it was asked last, by topic. */
  spoken(): Promise<Map<string, Speech>>;
  /** Asks the model as the worker does, and reads the answer to its end. */
  askDirectly(topic: string): Promise<Omit<HeardTurn, "answered">>;
}

const now = () => performance.timeOrigin + performance.now();

const askDirectly = async (client: OpenAI, topic: string) => {
  const askedAt = now();
  const chunks = await client.chat.completions.create({
    model: "scripted",
    messages: [{ role: "user", content: topic }],
    stream: true,
  });
  const heard = { topic, text: "", first: 0, endedAt: 0 };
  for await (const { choices } of chunks) {
    const words = choices[0]?.delta.content;
    if (!words) continue;
    heard.first ||= now() - askedAt;
    heard.endedAt = now();
    heard.text += words;
  }
  return heard;
};

const onStage = (
  name: TestBackend["name"],
  measure: (stage: Stage) => Promise<Row[]>,
): Promise<Row[]> =>
  onBackend(name, async (backend) => {
    const model = await startProcess("bench/scripted-provider.js", [], {});
    const baseURL = `http://127.0.0.1:${model.port}/v1`;
    const variables = { ...UNLIMITED, OPENAI_BASE_URL: baseURL, XAI_BASE_URL: baseURL };
    const stack = await startStack(backend, { variables, nodeFlags: REPORTING });
    try {
      const user = new ApiClient(stack.origin);
      await runSql(backend, CREDITS, [(await register(user)).id]);
      const client = new OpenAI({ apiKey: "bench", baseURL, maxRetries: 0 });
      return await measure({
        backend,
        stack,
        user,
        askDirectly: (topic) => askDirectly(client, topic),
        async spoken() {
          const speeches = (await model.ask("what was said")) as Speech[];
          return new Map(speeches.map((speech) => [speech.topic, speech]));
        },
      });
    } finally {
      await stack.stop();
      await model.kill("SIGKILL");
    }
  });

interface Round {
  first: number;
  firstP95: number;
  /** How long after the model's last words they were heard. */
  late: number;
  lateP95: number;
  cpu: number;
}

/** Sums a round up. Throws where anything else was heard than the model has said. */
const summary = (
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

/** Beside what is allowed instead of a baseline. */
const beside = (rounds: Pair<Round[]>, what: keyof Round, allowed: number) => ({
  ...medians({ ours: rounds.ours, bare: [] }, (round) => round[what]),
  bare: allowed,
  budget: { atMost: 1 },
});

/** Twenty turns at once: how soon, how late their ends, and what they cost. */
export const twentyAtOnce = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    const rounds = await takeTurns(
      { ours: () => hearCrowd(stage, TWENTY), bare: () => askCrowdDirectly(stage, TWENTY) },
      { rounds: ROUNDS, warmUps: 1 },
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
    const rounds = { ours, bare: [] };
    const what = `300 live debates, ${name}`;
    return [
      { name: `First words, ${what}, median`, unit: "ms", ...beside(rounds, "first", 420) },
      { name: `First words, ${what}, p95`, unit: "ms", ...beside(rounds, "firstP95", 600) },
      { name: `Last words late, ${what}, median`, unit: "ms", ...beside(rounds, "late", 30) },
      { name: `Last words late, ${what}, p95`, unit: "ms", ...beside(rounds, "lateP95", 60) },
      { name: `CPU time of ${what}`, unit: "s", ...beside(rounds, "cpu", 12) },
    ];
  });

/** As long as one watches and listens before one presses Next. */
const SILENCE_MS = 12_000;
const SHORT = 30;

/** A press after a silence, the same question asked directly, and a press right after that. */
const pressOnce = async ({ stack, user, askDirectly: ask, spoken }: Stage) => {
  const debate = await prepareDebate(stack.origin, user, SHORT);
  await pause(SILENCE_MS);
  const cold = await debate.hear();
  const { late } = summary([cold], await spoken());
  await debate.judged();
  const direct = await ask(topicOf(1e6, SHORT));
  const warm = await debate.hear();
  await debate.judged();
  debate.close();
  return {
    late,
    first: cold.first,
    direct: direct.first,
    cold: cold.answered,
    warm: warm.answered,
  };
};

/** Somebody alone, at a person's pace. */
export const personPace = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(name, async (stage) => {
    const first = await pressOnce(stage);
    const presses: (typeof first)[] = [];
    for (let round = 0; round < 2 * ROUNDS + 1; round++) presses.push(await pressOnce(stage));
    const what = `pressed after 12 s of silence, ${name}`;
    const pair = (ours: keyof typeof first, bare: keyof typeof first) => {
      const times = (what: keyof typeof first) => presses.map((press) => press[what]);
      return medians({ ours: times(ours), bare: times(bare) }, (ms) => ms);
    };
    return [
      {
        name: `First words, ${what}`,
        unit: "ms",
        ...pair("first", "direct"),
        budget: { atMost: 1.02 },
      },
      {
        name: `Answer to the press, ${what}, beside one right after another`,
        unit: "ms",
        ...pair("cold", "warm"),
        budget: { atMost: 1.2 },
      },
      {
        name: `Last words late, ${what}`,
        unit: "ms",
        ...pair("late", "late"),
        bare: 8,
        budget: { atMost: 1 },
      },
    ];
  });
