import { addProbes } from "./find/guard-edit.ts";
import type { UntriedMutant } from "./find/find-mutants.ts";
import type { TrialCache } from "./trial-cache.ts";
import { selectTests } from "./test-selection.ts";
import { createChooseTests } from "./choose-tests.ts";
import { type ChooseTests, runMutant, type MutantTrial } from "./run-mutant.ts";
import type { SourceChanges, Sandbox } from "./sandbox.ts";

/** Does the work with all of them, each workplace at one at a time; after a failure begins no more. */
const distributeWork = async <T>(
  workplaces: readonly Sandbox[],
  all: readonly T[],
  work: (workplace: Sandbox, one: T) => Promise<void>,
): Promise<void> => {
  const waiting = all.values();
  const failures: unknown[] = [];
  const workOn = async (workplace: Sandbox): Promise<void> => {
    for (const one of waiting) {
      await work(workplace, one).catch((err: unknown) => failures.push(err));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(workplaces.map(workOn));
  if (failures.length > 0) throw failures[0];
};

export interface MutationRun {
  workplaces: readonly Sandbox[];
  kept: TrialCache;
  /** Whether tried now or not. */
  everyMutant: readonly UntriedMutant[];
  /** Hears of each as it is tried. */
  report(mutant: UntriedMutant, trial: MutantTrial): void;
  stop: AbortSignal;
  /** Whether also those tests are run that execute nothing of what is mutated. */
  isThorough: boolean;
}

const buildProbes = (mutants: readonly UntriedMutant[]): SourceChanges => {
  const probed = mutants.filter(({ edit }) => edit.probe);
  const inFile = (file: string) => probed.filter((mutant) => mutant.file === file);
  const files = new Set(probed.map(({ file }) => file));
  return new Map(Array.from(files, (file) => [file, (text) => addProbes(text, inFile(file))]));
};

/**
 * Tries mutants and keeps how they did. One whose tests only ran out of time is tried again when half
 * as many are at once, and with more of it: on a busy machine that says nothing.
 */
export const runMutants = async (
  { workplaces, kept, everyMutant, report, stop, isThorough }: MutationRun,
  mutants: readonly UntriedMutant[],
): Promise<void> => {
  const probes = buildProbes(everyMutant);
  const choose = createChooseTests({ stop, isThorough, probes, missedBy: kept.missedBy });
  const keep = async (mutant: UntriedMutant, trial: MutantTrial) => {
    report(mutant, trial);
    await kept.keep(mutant, trial);
  };

  /** What missed the guard before this one in a source misses the next as well, mostly. */
  const missedLast = new Map<string, string>();
  const inOrder = (mutant: UntriedMutant): string[] => {
    const tests = selectTests(mutant.file);
    const first = kept.missedBy(mutant)?.file ?? missedLast.get(mutant.file);
    return tests.toSorted((a, b) => Number(b === first) - Number(a === first));
  };
  const late: { mutant: UntriedMutant; left: string[] }[] = [];
  await distributeWork(workplaces, mutants, async (workplace, mutant) => {
    const tests = inOrder(mutant);
    const trial = await runMutant(workplace, mutant, tests, choose, stop);
    if (trial.by) missedLast.set(mutant.file, trial.by.file);
    if (trial.fate !== "timed out") await keep(mutant, trial);
    else late.push({ mutant, left: tests.slice(tests.indexOf(trial.by?.file ?? "")) });
  });
  const patiently: ChooseTests = async function* (...place) {
    for await (const choice of choose(...place)) yield { ...choice, limitMs: 2 * choice.limitMs };
  };
  const fewer = workplaces.slice(0, Math.ceil(workplaces.length / 2));
  await distributeWork(fewer, late, async (workplace, { mutant, left }) =>
    keep(mutant, await runMutant(workplace, mutant, left, patiently, stop)),
  );
};
