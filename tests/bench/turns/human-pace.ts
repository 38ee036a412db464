import { setTimeout as pause } from "node:timers/promises";
import type { TestBackend } from "#tests/harness.ts";
import { prepareDebate } from "../support/watched-turn.ts";
import { ROUNDS, summarizeRound } from "./live-turns.ts";
import { computeMedians } from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import { createTopic } from "../support/scripted-speech.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

/** Pause before the Next Turn button is pressed, like that of a user who reads and listens. */
const IDLE_MS = 12_000;
const SHORT_TURN_TOKENS = 30;

/**
 * Measures, one after another: a turn after a pause, the same request sent directly to the model,
 * and a turn without a pause before it.
 */
const measurePress = async ({ stack, user, askDirectly: requestSpeech, spoken }: BenchHarness) => {
  const debate = await prepareDebate(stack.origin, user, SHORT_TURN_TOKENS);
  await pause(IDLE_MS);
  const cold = await debate.runTurn();
  const { late } = summarizeRound([cold], await spoken());
  await debate.judged();
  const direct = await requestSpeech(createTopic(1e6, SHORT_TURN_TOKENS));
  const warm = await debate.runTurn();
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

/** Measures one user who requests turns with pauses between them. */
export const benchHumanPace = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(name, async (harness) => {
    const first = await measurePress(harness);
    const measurements: (typeof first)[] = [];
    for (let round = 0; round < 2 * ROUNDS + 1; round++)
      measurements.push(await measurePress(harness));
    const what = `pressed after 12 s of silence, ${name}`;
    const comparePair = (ours: keyof typeof first, bare: keyof typeof first) => {
      const times = (what: keyof typeof first) => measurements.map((press) => press[what]);
      return computeMedians({ ours: times(ours), bare: times(bare) }, (ms) => ms);
    };
    return [
      {
        name: `First words, ${what}`,
        unit: "ms",
        ...comparePair("first", "direct"),
        budget: { atMost: 1.02 },
      },
      {
        name: `Response to Next Turn, ${what}, against presses right after each other`,
        unit: "ms",
        ...comparePair("cold", "warm"),
        budget: { atMost: 1.2 },
      },
      {
        name: `Delay of the last words, ${what}`,
        unit: "ms",
        ...compareWithAllowed(
          measurements.map(({ late }) => late),
          8,
        ),
      },
    ];
  });
