import type { Fate } from "../mutant.ts";
import type { UntriedMutant } from "./find-mutants.ts";
import { runTests } from "./run-tests.ts";
import type { Workplace } from "./workplace.ts";

export interface Trial {
  fate: Extract<Fate, "killed" | "timed out" | "survived">;
  /** The file of tests, and the test, that ended it. */
  by?: { file: string; test: string };
}

/** How long a file of tests may take in a workplace, in milliseconds; found out without a mutant. */
export type LimitOf = (workplace: Workplace, file: string) => Promise<number>;

/** Runs files of tests on a mutant, one after the other, until one of them fails. */
export const runMutant = async (
  workplace: Workplace,
  { file, edit }: UntriedMutant,
  tests: readonly string[],
  limitOf: LimitOf,
  stop: AbortSignal,
): Promise<Trial> => {
  for (const test of tests) {
    const limitMs = await limitOf(workplace, test);
    const outcome = await workplace.mutated(file, edit, () =>
      runTests(workplace, test, limitMs, stop),
    );
    if (outcome.kind === "passed") continue;
    const by = { file: test, test: outcome.test };
    return { fate: outcome.kind === "failed" ? "killed" : "timed out", by };
  }
  return { fate: "survived" };
};
