import { setTimeout as pause } from "node:timers/promises";
import { ApiClient, nextTurn, register, startDebate } from "../api-client.ts";
import { type TestBackend, until } from "../harness.ts";
import { prepareDebate } from "./heard-turn.ts";
import { ROUNDS } from "./live-turns.ts";
import { median } from "./measure.ts";
import { onStage, type Stage } from "./on-stage.ts";
import { runSql } from "./run-sql.ts";
import { topicOf } from "./speech-about.ts";
import { besideAllowed, type Row } from "./table.ts";

const FLOOD = 300;
const WORKERS = 3;
const SLOTS = 20;
/** When newcomers come, after the flood; all of it takes about 25 s. */
const ARRIVALS_MS = [1500, 4000, 6500, 9000, 11_500];
/** About as long as speeches are. */
const tokensOf = (n: number): number => 150 + ((n * 37) % 100);
/** What is allowed over a calm hour, which stands in the place of a baseline. */
const LATER_MS = 2000;

/** Somebody new asks for a first turn; milliseconds to its first words. */
const comeNew = async ({ stack, giveCredits }: Stage): Promise<number> => {
  const user = new ApiClient(stack.origin);
  await register(user);
  await giveCredits(user);
  const debate = await prepareDebate(stack.origin, user, tokensOf(1));
  const { first } = await debate.hear();
  debate.close();
  return first;
};

/** The ids of all debates in it. */
const flood = async ({ user }: Stage): Promise<number[]> => {
  const debates = [];
  for (let n = 0; n < FLOOD; n++) {
    const speakers = { botAProvider: "openai", botBProvider: "openai" };
    debates.push(await startDebate(user, { topic: topicOf(5e6 + n, tokensOf(n)), ...speakers }));
  }
  await Promise.all(debates.map(({ id }) => nextTurn(user, id)));
  return debates.map(({ id }) => id);
};

const OPEN = `
  SELECT count(*)::int AS open FROM turns
   WHERE debate_id = ANY($1) AND status IN ('pending', 'streaming')`;

/** The longest that newcomers wait for their first words beside a flood, which is over then. */
const comeBesideFlood = async (stage: Stage): Promise<number> => {
  const flooded = await flood(stage);
  const openTurns = async () => {
    const [still] = await runSql<{ open: number }>(stage.backend, OPEN, [flooded]);
    return still?.open ?? 0;
  };
  const waits = await Promise.all(
    ARRIVALS_MS.map(async (ms) => {
      await pause(ms);
      return comeNew(stage);
    }),
  );
  // Otherwise nobody came beside them.
  if ((await openTurns()) === 0)
    throw new Error("all turns were spoken before the newcomers were heard");
  await until(async () => (await openTurns()) === 0, {
    what: "the flood's end",
    timeoutMs: 120_000,
  });
  return Math.max(...waits);
};

/** How long one waits who comes while another's turns fill all slots. */
export const newcomer = (name: TestBackend["name"]): Promise<Row[]> =>
  onStage(
    name,
    async (stage) => {
      for (let n = 0; n < WORKERS; n++)
        await stage.stack.startWorker("--concurrency", `turns=${SLOTS}`);
      await comeNew(stage);
      const calm = median([await comeNew(stage), await comeNew(stage), await comeNew(stage)]);
      const longest: number[] = [];
      while (longest.length < ROUNDS) longest.push(await comeBesideFlood(stage));
      return [
        {
          name: `First words of a newcomer beside ${FLOOD} turns of one user on ${WORKERS * SLOTS} slots, ${name}`,
          unit: "ms",
          ...besideAllowed(longest, calm + LATER_MS),
        },
      ];
    },
    { workers: 0 },
  );
