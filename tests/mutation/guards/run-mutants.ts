import { addProbes } from "./find/guard-edit.ts";
import type { UntriedMutant } from "./find/find-mutants.ts";
import type { TrialCache } from "./trial-cache.ts";
import { selectTests } from "./test-selection.ts";
import { createChooseTests } from "./choose-tests.ts";
import { type ChooseTests, runMutant, type MutantTrial } from "./run-mutant.ts";
import type { SourceChanges, Sandbox } from "./sandbox.ts";

/**
 * Distributes the items over the sandboxes; each works on one at a time. After a failure no further
 * item is started.
 */
const distributeWork = async <T>(
  sandboxes: readonly Sandbox[],
  all: readonly T[],
  work: (sandbox: Sandbox, one: T) => Promise<void>,
): Promise<void> => {
  const waiting = all.values();
  const failures: unknown[] = [];
  const workOn = async (sandbox: Sandbox): Promise<void> => {
    for (const one of waiting) {
      await work(sandbox, one).catch((err: unknown) => failures.push(err));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(sandboxes.map(workOn));
  if (failures.length > 0) throw failures[0];
};

export interface MutationRun {
  sandboxes: readonly Sandbox[];
  cache: TrialCache;
  /** All mutants, including those that this run does not try. */
  everyMutant: readonly UntriedMutant[];
  /** Called after each mutant. */
  report(mutant: UntriedMutant, trial: MutantTrial): void;
  stop: AbortSignal;
  /** Whether tests that do not execute the mutated statement run, too. */
  isThorough: boolean;
}

const buildProbes = (mutants: readonly UntriedMutant[]): SourceChanges => {
  const probed = mutants.filter(({ edit }) => edit.probe);
  const inFile = (file: string) => probed.filter((mutant) => mutant.file === file);
  const files = new Set(probed.map(({ file }) => file));
  return new Map(Array.from(files, (file) => [file, (text) => addProbes(text, inFile(file))]));
};

/**
 * Tries mutants and saves their results. If a mutant only caused timeouts, it is tried again with
 * half the concurrency and twice the time, because a timeout on a busy machine proves nothing.
 */
export const runMutants = async (
  { sandboxes, cache, everyMutant, report, stop, isThorough }: MutationRun,
  mutants: readonly UntriedMutant[],
): Promise<void> => {
  const probes = buildProbes(everyMutant);
  const choose = createChooseTests({ stop, isThorough, probes, detectedBy: cache.detectedBy });
  const save = async (mutant: UntriedMutant, trial: MutantTrial) => {
    report(mutant, trial);
    await cache.save(mutant, trial);
  };

  /**
   * For each source, the test file that detected its last mutant. It often detects the next one,
   * too.
   */
  const lastDetectedBy = new Map<string, string>();
  const orderTests = (mutant: UntriedMutant): string[] => {
    const tests = selectTests(mutant.file);
    const first = cache.detectedBy(mutant)?.file ?? lastDetectedBy.get(mutant.file);
    return tests.toSorted((a, b) => Number(b === first) - Number(a === first));
  };
  const timedOut: { mutant: UntriedMutant; left: string[] }[] = [];
  await distributeWork(sandboxes, mutants, async (sandbox, mutant) => {
    const tests = orderTests(mutant);
    const trial = await runMutant(sandbox, mutant, tests, choose, stop);
    if (trial.by) lastDetectedBy.set(mutant.file, trial.by.file);
    if (trial.fate !== "timed out") await save(mutant, trial);
    else timedOut.push({ mutant, left: tests.slice(tests.indexOf(trial.by?.file ?? "")) });
  });
  const chooseWithMoreTime: ChooseTests = async function* (...args) {
    for await (const choice of choose(...args)) yield { ...choice, limitMs: 2 * choice.limitMs };
  };
  const fewer = sandboxes.slice(0, Math.ceil(sandboxes.length / 2));
  await distributeWork(fewer, timedOut, async (sandbox, { mutant, left }) =>
    save(mutant, await runMutant(sandbox, mutant, left, chooseWithMoreTime, stop)),
  );
};
