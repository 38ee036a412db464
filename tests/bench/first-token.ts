import { setTimeout as pause } from "node:timers/promises";
import OpenAI from "openai";
import { standInUrl } from "#infra/standins/stand-in-url.ts";
import { ApiClient, nextTurn, register, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { type Stack, startStack } from "../processes.ts";
import { watchDebate } from "../watcher.ts";
import { median, medians, type Pair, takeTurns } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import { runSql } from "./run-sql.ts";
import type { Row } from "./table.ts";

/** A model's own first token is late enough to be felt. */
const FIRST_TOKEN_MS = "400";

/** How many debates are live at once, over how long their turns are asked for, and how they go. */
interface Crowd {
  debates: number;
  spreadMs: number;
  tokensPerSecond: number;
  rounds: number;
}

const ALONE: Crowd = { debates: 1, spreadMs: 0, tokensPerSecond: 1000, rounds: 15 };
/** The spread is shorter than a speech, so that all debates are live when the last one asks. */
const LIVE: Crowd = { debates: 20, spreadMs: 1500, tokensPerSecond: 100, rounds: 5 };
const IN_ONE_INSTANT: Crowd = { ...LIVE, spreadMs: 0 };

/** Does it for every debate of the crowd, each in its moment. */
const inTurn = <T, R>({ spreadMs }: Crowd, each: readonly T[], act: (one: T) => Promise<R>) =>
  Promise.all(
    each.map(async (one, i) => {
      await pause((spreadMs * i) / each.length);
      return act(one);
    }),
  );
const UNLIMITED = {
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
};

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

const giveCredits = (backend: TestBackend, userId: number): Promise<unknown> =>
  runSql(
    backend,
    `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 100000, 'admin', $2)`,
    [userId, "bench"],
  );

/** A new debate with a watcher, and what times its first turn. */
const prepareDebate = async ({ origin }: Stack, user: ApiClient) => {
  const speakers = { botAProvider: "openai", botBProvider: "openai" } as const;
  const { id } = await startDebate(user, speakers);
  const watcher = await watchDebate(origin, id, user.cookie);
  const event = (name: "turn:delta" | "turn:judged") =>
    new Promise<number>((resolve) => watcher.socket.once(name, () => resolve(performance.now())));
  return {
    /** Milliseconds from asking for the turn to its first words. */
    async time(): Promise<number> {
      const spoken = event("turn:delta");
      const askedAt = performance.now();
      const [spokenAt] = await Promise.all([spoken, nextTurn(user, id)]);
      return spokenAt - askedAt;
    },
    async end(): Promise<void> {
      await event("turn:judged");
      watcher.close();
    },
  };
};

/** Median first token of the first turns of so many new debates. */
const measureOurs = async (stack: Stack, user: ApiClient, crowd: Crowd): Promise<number> => {
  const prepared = await times(crowd.debates, () => prepareDebate(stack, user));
  const ended = prepared.map(({ end }) => end());
  const waited = await inTurn(crowd, prepared, ({ time }) => time());
  await Promise.all(ended);
  return median(waited);
};

type Request = OpenAI.ChatCompletionCreateParamsStreaming;

/** Milliseconds to the first words of a reply, which is read to its end. */
const timeDirectly = async (client: OpenAI, request: Request) => {
  const askedAt = performance.now();
  const chunks = await client.chat.completions.create(request);
  const reading = chunks[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await reading.next();
    if (done) throw new Error("The stand-in said nothing.");
    if (!value.choices[0]?.delta.content) continue;
    return { waited: performance.now() - askedAt, reading };
  }
};

const measureBare = async (client: OpenAI, request: Request, crowd: Crowd): Promise<number> => {
  const readings: Promise<void>[] = [];
  const readToEnd = async ({ reading }: Awaited<ReturnType<typeof timeDirectly>>) => {
    while (!(await reading.next()).done);
  };
  const requests = Array.from({ length: crowd.debates }, () => request);
  const waited = await inTurn(crowd, requests, async (asked) => {
    const reply = await timeDirectly(client, asked);
    readings.push(readToEnd(reply));
    return reply.waited;
  });
  await Promise.all(readings);
  return median(waited);
};

/** From asking to the first words, through the product and straight from the same stand-in. */
const measureFirstToken = async (backend: TestBackend, crowd: Crowd): Promise<Pair> => {
  const stack = await startStack(backend, {
    variables: {
      ...UNLIMITED,
      STANDIN_FIRST_TOKEN_MS: FIRST_TOKEN_MS,
      STANDIN_TOKENS_PER_SECOND: String(crowd.tokensPerSecond),
    },
  });
  try {
    const user = new ApiClient(stack.origin);
    await giveCredits(backend, (await register(user)).id);
    await measureOurs(stack, user, ALONE);
    const [said] = await stack.standins.requests();
    // The very request that the worker sent.
    const request = said?.body as Request;
    const baseURL = standInUrl("openai", stack.standins.port);
    const client = new OpenAI({ apiKey: "bench", baseURL, maxRetries: 0 });
    const waited = await takeTurns(
      {
        ours: () => measureOurs(stack, user, crowd),
        bare: () => measureBare(client, request, crowd),
      },
      { rounds: crowd.rounds, warmUps: 2 },
    );
    return medians(waited, (ms) => ms);
  } finally {
    await stack.stop();
  }
};

const row = async (
  name: TestBackend["name"],
  what: string,
  crowd: Crowd,
  budget?: Row["budget"],
): Promise<Row[]> =>
  onBackend(name, async (backend) => [
    {
      name: `First token, ${what}, ${name}`,
      unit: "ms",
      ...(await measureFirstToken(backend, crowd)),
      ...(budget && { budget }),
    },
  ]);

/**
 * How much later the first words of a turn reach a watcher, through API, queue, worker and socket,
 * than somebody who asks the model directly.
 */
export const firstToken = async (): Promise<Row[]> => [
  ...(await row("redis", "one debate", ALONE, { atMost: 1.05 })),
  ...(await row("redis", "20 debates live at once", LIVE, { atMost: 1.1 })),
  ...(await row("redis", "20 turns asked for in one instant", IN_ONE_INSTANT)),
  ...(await row("postgres", "one debate", ALONE, { atMost: 1.1 })),
  ...(await row("postgres", "20 debates live at once", LIVE, { atMost: 1.1 })),
  ...(await row("postgres", "20 turns asked for in one instant", IN_ONE_INSTANT)),
];
