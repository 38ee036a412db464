import type { UntriedMutant } from "./find-mutants.ts";
import type { KeptTrials } from "./kept-trials.ts";
import { testsOf } from "./rooms.ts";
import { type LimitOf, runMutant, type Trial } from "./run-mutant.ts";
import { runTests } from "./run-tests.ts";
import type { Workplace } from "./workplace.ts";

/** Beyond this, and three times what it takes without a mutant, a file of tests waits for nothing. */
const PATIENCE_MS = 15_000;
/** Nothing takes longer than this without a mutant. */
const MOST_MS = 300_000;

/** Does the work with all of them, each workplace at one at a time; after a failure begins no more. */
const shareOut = async <T>(
  workplaces: readonly Workplace[],
  all: readonly T[],
  work: (workplace: Workplace, one: T) => Promise<void>,
): Promise<void> => {
  const waiting = all.values();
  const failures: unknown[] = [];
  const workOn = async (workplace: Workplace): Promise<void> => {
    for (const one of waiting) {
      await work(workplace, one).catch((err: unknown) => failures.push(err));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(workplaces.map(workOn));
  if (failures.length > 0) throw failures[0];
};

/**
 * Runs each file without any mutant before it is run with the first, and allows it so much more time
 * than that took. Throws where a test fails: what it says of a mutant would mean nothing.
 */
const createLimits = (stop: AbortSignal): LimitOf => {
  const limits = new Map<string, Promise<number>>();
  const findOut = async (workplace: Workplace, file: string): Promise<number> => {
    const outcome = await runTests(workplace, file, MOST_MS, stop);
    if (outcome.kind === "passed") return Math.round(PATIENCE_MS + 3 * outcome.ms);
    throw new Error(`Without any mutant "${outcome.test}" fails already: ${outcome.message}`);
  };
  return (workplace, file) => {
    const limit = limits.get(file) ?? findOut(workplace, file);
    limits.set(file, limit);
    return limit;
  };
};

export interface Trials {
  workplaces: readonly [Workplace, ...Workplace[]];
  kept: KeptTrials;
  /** Hears of each as it is tried. */
  report(mutant: UntriedMutant, trial: Trial): void;
  stop: AbortSignal;
}

/**
 * Tries mutants and keeps how they did. One whose tests only ran out of time is tried again when
 * nothing else is: on a busy machine that says nothing.
 */
export const tryMutants = async (
  { workplaces, kept, report, stop }: Trials,
  mutants: readonly UntriedMutant[],
): Promise<void> => {
  const limitOf = createLimits(stop);
  const keep = async (mutant: UntriedMutant, trial: Trial) => {
    report(mutant, trial);
    await kept.keep(mutant, trial);
  };

  /** What missed the guard before this one in a source misses the next as well, mostly. */
  const missedLast = new Map<string, string>();
  const inOrder = (mutant: UntriedMutant): string[] => {
    const tests = testsOf(mutant.file);
    const first = kept.missedBy(mutant) ?? missedLast.get(mutant.file);
    return tests.toSorted((a, b) => Number(b === first) - Number(a === first));
  };
  const late: { mutant: UntriedMutant; left: string[] }[] = [];
  await shareOut(workplaces, mutants, async (workplace, mutant) => {
    const tests = inOrder(mutant);
    const trial = await runMutant(workplace, mutant, tests, limitOf, stop);
    if (trial.by) missedLast.set(mutant.file, trial.by.file);
    if (trial.fate !== "timed out") await keep(mutant, trial);
    else late.push({ mutant, left: tests.slice(tests.indexOf(trial.by?.file ?? "")) });
  });
  const [alone] = workplaces;
  const twice: LimitOf = async (...place) => 2 * (await limitOf(...place));
  for (const { mutant, left } of late)
    await keep(mutant, await runMutant(alone, mutant, left, twice, stop));
};
