import type { MutantFate } from "../mutant.ts";
import { applyEdit } from "./find/guard-edit.ts";
import type { UntriedMutant } from "./find/find-mutants.ts";
import { runTests, type TestSelection } from "./run-tests.ts";
import type { Sandbox } from "./sandbox.ts";

export interface MutantTrial {
  fate: Exclude<MutantFate, "unusable">;
  /** The file of tests, and the test, that ended it. */
  by?: { file: string; test: string };
}

export interface TestChoice extends TestSelection {
  /** It may take so long with a mutant. */
  limitMs: number;
  /** Whether it passes without any mutant, where the rest of its file does not run before it. */
  passesAlone?(): Promise<boolean>;
  /** It missed the mutant in an earlier run: where it passes, it proves nothing of its file. */
  isGuess?: boolean;
  /** Nothing in it executes the statement, as far as is known: it is run where nothing does. */
  isLastResort?: boolean;
}

/** What of a file may miss a mutant; each is in the place of the one before where that fails alone. */
export type ChooseTests = (
  workplace: Sandbox,
  mutant: UntriedMutant,
  file: string,
) => AsyncIterable<TestChoice>;

/** Runs on a mutant what reaches it in files of tests, one after the other, until a test fails. */
export const runMutant = async (
  workplace: Sandbox,
  mutant: UntriedMutant,
  files: readonly string[],
  choose: ChooseTests,
  stop: AbortSignal,
): Promise<MutantTrial> => {
  const mutation = new Map([[mutant.file, (text: string) => applyEdit(text, mutant.edit)]]);
  const runOne = async (choice: TestChoice): Promise<MutantTrial | "passed" | "fails anyway"> => {
    const { limitMs, passesAlone, file } = choice;
    const outcome = await workplace.changed(mutation, () =>
      runTests(workplace, choice, { limitMs, stop }),
    );
    if (outcome.kind === "passed") return "passed";
    if (passesAlone && !(await passesAlone())) return "fails anyway";
    const by = { file, test: outcome.test };
    return { fate: outcome.kind === "failed" ? "killed" : "timed out", by };
  };
  const lastResorts: TestChoice[] = [];
  let isReached = false;
  for (const file of files)
    for await (const choice of choose(workplace, mutant, file)) {
      if (choice.isLastResort) {
        lastResorts.push(choice);
        continue;
      }
      isReached ||= !choice.isGuess;
      const result = await runOne(choice);
      if (typeof result === "object") return result;
      if (result === "passed" && !choice.isGuess) break;
    }
  for (const choice of isReached ? [] : lastResorts) {
    const result = await runOne(choice);
    if (typeof result === "object") return result;
  }
  return { fate: isReached || lastResorts.length > 0 ? "survived" : "reached by no test" };
};
