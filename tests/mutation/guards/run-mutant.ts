import type { Fate } from "../mutant.ts";
import type { UntriedMutant } from "./find-mutants.ts";
import { runTests, type Selection } from "./run-tests.ts";
import type { Workplace } from "./workplace.ts";

export interface Trial {
  fate: Extract<Fate, "killed" | "timed out" | "survived">;
  /** The file of tests, and the test, that ended it. */
  by?: { file: string; test: string };
}

export interface Choice extends Selection {
  /** It may take so long with a mutant. */
  limitMs: number;
  /** Whether it passes without any mutant, where the rest of its file does not run before it. */
  passesAlone?(): Promise<boolean>;
  /** Nothing in it executes the statement, as far as is known: it is run where nothing does. */
  isLastResort?: boolean;
}

/** What of a file may miss a mutant; each is in the place of the one before where that fails alone. */
export type Choose = (
  workplace: Workplace,
  mutant: UntriedMutant,
  file: string,
) => Promise<readonly Choice[]>;

/** Runs on a mutant what reaches it in files of tests, one after the other, until a test fails. */
export const runMutant = async (
  workplace: Workplace,
  mutant: UntriedMutant,
  files: readonly string[],
  choose: Choose,
  stop: AbortSignal,
): Promise<Trial> => {
  const choices = new Map<string, readonly Choice[]>();
  for (const file of files) choices.set(file, await choose(workplace, mutant, file));
  const isUnreached = [...choices.values()].flat().every(({ isLastResort }) => isLastResort);
  for (const [file, ofFile] of choices)
    for (const choice of ofFile) {
      const { limitMs, passesAlone, isLastResort } = choice;
      if (isLastResort && !isUnreached) break;
      const outcome = await workplace.mutated(mutant.file, mutant.edit, () =>
        runTests(workplace, choice, { limitMs, stop }),
      );
      if (outcome.kind === "passed") break;
      if (passesAlone && !(await passesAlone())) continue;
      const by = { file, test: outcome.test };
      return { fate: outcome.kind === "failed" ? "killed" : "timed out", by };
    }
  return { fate: "survived" };
};
