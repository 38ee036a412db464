import type { TestBackend } from "#tests/harness.ts";
import { prepareDebate } from "../support/watched-turn.ts";
import { computeMedians, measureAlternately } from "../support/measure.ts";
import { runOnBenchHarness, type BenchHarness } from "../support/bench-harness.ts";
import type { BenchRow } from "../support/table.ts";

const ROUNDS = 7;
const SHORT_TURN_TOKENS = 30;
/** Typical duration of a vendor's moderation request. */
const MODERATION_MS = 300;

/**
 * Returns the milliseconds to the first words of a new debate, and of its second turn right after
 * the first.
 */
const measureFirstWords = async ({ stack, user, giveCredits }: BenchHarness) => {
  await giveCredits(user);
  const debate = await prepareDebate(stack.origin, user, SHORT_TURN_TOKENS);
  const { first } = await debate.runTurn();
  const { first: second } = await debate.runTurn();
  await debate.judged();
  debate.close();
  return { first, second };
};

/** Compares the time to the first words with moderation and without. */
export const benchModeratedTurns = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBenchHarness(
    name,
    async (moderated) => {
      const slowModeration = {
        kind: "moderation",
        firstTokenMs: MODERATION_MS,
        times: 1000,
      } as const;
      await moderated.stack.fakes.fault(slowModeration);
      return runOnBenchHarness(name, async (plain) => {
        const times = await measureAlternately(
          { ours: () => measureFirstWords(moderated), bare: () => measureFirstWords(plain) },
          { rounds: ROUNDS },
        );
        const what = `with a moderation of ${MODERATION_MS} ms, ${name}, against none`;
        return [
          {
            name: `First words of the first turn of a new debate, ${what}`,
            unit: "ms",
            ...computeMedians(times, ({ first }) => first),
          },
          {
            name: `First words of the second turn of a debate, ${what}`,
            unit: "ms",
            ...computeMedians(times, ({ second }) => second),
          },
        ];
      });
    },
    { hasModeration: true },
  );
