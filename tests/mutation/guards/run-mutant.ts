import type { MutantFate } from "../mutant.ts";
import { applyEdit } from "./find/guard-edit.ts";
import type { UntriedMutant } from "./find/find-mutants.ts";
import { runTests, type TestSelection } from "./run-tests.ts";
import type { Sandbox } from "./sandbox.ts";

export interface MutantTrial {
  fate: Exclude<MutantFate, "unusable">;
  /** The test that has detected the mutant. */
  by?: { file: string; test: string };
}

export interface TestChoice extends TestSelection {
  /** Time limit in milliseconds of the tests with a mutant. */
  limitMs: number;
  /** Returns whether the tests pass without a mutant and without the other tests of their file. */
  passesAlone?(): Promise<boolean>;
  /**
   * Whether the test is chosen because it detected the mutant in an earlier run. If it passes, the
   * other tests of its file still have to run.
   */
  isGuess?: boolean;
  /**
   * Whether no test of the file is known to execute the mutated statement. If this holds for all
   * files, they run anyway; otherwise this one is skipped.
   */
  isLastResort?: boolean;
}

/**
 * Yields choices of tests in a file that may detect a mutant. If the chosen tests fail without the
 * mutant, too, the next choice is used.
 */
export type ChooseTests = (
  sandbox: Sandbox,
  mutant: UntriedMutant,
  file: string,
) => AsyncIterable<TestChoice>;

/** Runs the tests that reach a mutant, one file after the other, until a test fails. */
export const runMutant = async (
  sandbox: Sandbox,
  mutant: UntriedMutant,
  files: readonly string[],
  choose: ChooseTests,
  stop: AbortSignal,
): Promise<MutantTrial> => {
  const mutation = new Map([[mutant.file, (text: string) => applyEdit(text, mutant.edit)]]);
  const runOne = async (choice: TestChoice): Promise<MutantTrial | "passed" | "fails anyway"> => {
    const { limitMs, passesAlone, file } = choice;
    const outcome = await sandbox.changed(mutation, () =>
      runTests(sandbox, choice, { limitMs, stop }),
    );
    if (outcome.kind === "passed") return "passed";
    if (passesAlone && !(await passesAlone())) return "fails anyway";
    const by = { file, test: outcome.test };
    return { fate: outcome.kind === "failed" ? "killed" : "timed out", by };
  };
  const lastResorts: TestChoice[] = [];
  let isReached = false;
  for (const file of files)
    for await (const choice of choose(sandbox, mutant, file)) {
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
