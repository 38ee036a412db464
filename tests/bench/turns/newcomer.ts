import { setTimeout as pause } from "node:timers/promises";
import {
  ApiClient,
  requestNextTurn,
  registerWith,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import { type TestBackend, waitUntil } from "#tests/harness.ts";
import { prepareDebate } from "../support/watched-turn.ts";
import { ROUNDS } from "./live-turns.ts";
import { median } from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import { runSql } from "../support/run-sql.ts";
import { createTopic } from "../support/scripted-speech.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const FLOOD_TURNS = 300;
const WORKERS = 3;
const SLOTS = 20;
/** Times after the start of the flood at which new users come. The flood takes about 25 s. */
const ARRIVALS_MS = [1500, 4000, 6500, 9000, 11_500];
/** Returns a typical length of a speech, in tokens. */
const getTokenCount = (n: number): number => 150 + ((n * 37) % 100);
/**
 * A new user's first words may come this much later during the flood of other users' requests than
 * without it.
 */
const LATER_MS = 2000;

/** A new user requests a first turn. Returns the milliseconds to its first words. */
const measureNewcomerWait = async ({ stack, giveCredits }: BenchHarness): Promise<number> => {
  const user = new ApiClient(stack.origin);
  await registerWith(user);
  await giveCredits(user);
  const debate = await prepareDebate(stack.origin, user, getTokenCount(1));
  const { first } = await debate.runTurn();
  debate.close();
  return first;
};

/** One user requests many turns. Returns the ids of their debates. */
const flood = async ({ user }: BenchHarness): Promise<number[]> => {
  const debates = [];
  for (let n = 0; n < FLOOD_TURNS; n++) {
    const speakers = { botAProvider: "openai", botBProvider: "openai" };
    debates.push(
      await createDebateWith(user, { topic: createTopic(5e6 + n, getTokenCount(n)), ...speakers }),
    );
  }
  await Promise.all(debates.map(({ id }) => requestNextTurn(user, id)));
  return debates.map(({ id }) => id);
};

const OPEN = `
  SELECT count(*)::int AS open FROM turns
   WHERE debate_id = ANY($1) AND status IN ('pending', 'streaming')`;

/**
 * Returns the longest wait of new users for their first words during a flood. Waits for the end of
 * the flood.
 */
const measureNewcomersInFlood = async (harness: BenchHarness): Promise<number> => {
  const floodDebateIds = await flood(harness);
  const openTurns = async () => {
    const [remaining] = await runSql<{ open: number }>(harness.backend, OPEN, [floodDebateIds]);
    return remaining?.open ?? 0;
  };
  const waits = await Promise.all(
    ARRIVALS_MS.map(async (ms) => {
      await pause(ms);
      return measureNewcomerWait(harness);
    }),
  );
  // The measurement counts only if turns of the flood are still open now: then the new users' turns
  // had others in front of them all the time.
  if ((await openTurns()) === 0)
    throw new Error("all turns of the flood ended before those of the new users");
  await waitUntil(async () => (await openTurns()) === 0, {
    what: "the flood's end",
    timeoutMs: 120_000,
  });
  return Math.max(...waits);
};

/** Measures how long a new user waits while another user's turns keep all workers busy. */
export const benchNewcomer = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(
    name,
    async (harness) => {
      for (let n = 0; n < WORKERS; n++)
        await harness.stack.startWorker("--concurrency", `turns=${SLOTS}`);
      await measureNewcomerWait(harness);
      const idleWait = median([
        await measureNewcomerWait(harness),
        await measureNewcomerWait(harness),
        await measureNewcomerWait(harness),
      ]);
      const longestWaits: number[] = [];
      while (longestWaits.length < ROUNDS)
        longestWaits.push(await measureNewcomersInFlood(harness));
      return [
        {
          name: `First words of a new user behind ${FLOOD_TURNS} turns of another user on ${WORKERS * SLOTS} slots, ${name}`,
          unit: "ms",
          ...compareWithAllowed(longestWaits, idleWait + LATER_MS),
        },
      ];
    },
    { workers: 0 },
  );
