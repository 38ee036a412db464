import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Choose } from "./run-mutant.ts";
import { runTests, type Selection } from "./run-tests.ts";
import type { Workplace } from "./workplace.ts";

/** Beyond this, and three times what it takes without a mutant, a test waits for nothing. */
const PATIENCE_MS = 15_000;
/** Nothing takes longer than this without a mutant. */
const MOST_MS = 300_000;

/** The statements of each test of a file; those of no name are executed outside of any. */
const Reached = z.array(z.tuple([z.string(), z.array(z.string())]));
type Reached = z.output<typeof Reached>;

/** What of a file executes one of these statements; all of it where that is done outside of tests. */
const reachingTests = (
  reached: Reached,
  statements: readonly string[],
): readonly string[] | "all" => {
  const reaching = reached
    .filter(([, executed]) =>
      executed.some((text) => statements.some((part) => text.includes(part))),
    )
    .map(([test]) => test);
  return reaching.includes("") ? "all" : reaching;
};

/**
 * Chooses what of a file is run on a mutant: the tests that execute its statement; a thorough choice
 * is every test of a file. Runs each file without any mutant before, and what takes three times as long
 * with one has been stopped by it. Throws where a file fails: what it says of a mutant would mean
 * nothing.
 */
export const createChoose = (stop: AbortSignal, isThorough: boolean): Choose => {
  const once = <T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>) => {
    const one = made.get(key) ?? make();
    made.set(key, one);
    return one;
  };
  const files = new Map<string, Promise<{ reached: Reached; limitMs: number }>>();
  const runWhole = async (workplace: Workplace, file: string) => {
    const statementsFile = path.join(workplace.folder, `${path.basename(file)}.json`);
    const options = { limitMs: MOST_MS, stop, statementsFile };
    const first = await runTests(workplace, { file }, options);
    // Once more: on a busy machine one failure says nothing.
    const outcome = first.kind === "passed" ? first : await runTests(workplace, { file }, options);
    if (outcome.kind !== "passed")
      throw new Error(`Without any mutant "${outcome.test}" fails already: ${outcome.message}`);
    const reached = Reached.parse(JSON.parse(await readFile(statementsFile, "utf8")));
    return { reached, limitMs: Math.round(PATIENCE_MS + 3 * outcome.ms) };
  };
  const passing = new Map<string, Promise<boolean>>();
  const passes = async (workplace: Workplace, chosen: Selection) =>
    (await runTests(workplace, chosen, { limitMs: MOST_MS, stop })).kind === "passed";

  return async (workplace, { statements }, file) => {
    const { reached, limitMs } = await once(files, file, () => runWhole(workplace, file));
    const whole = { file, limitMs };
    if (isThorough || statements.length === 0) return [whole];
    const tests = reachingTests(reached, statements);
    if (tests === "all") return [whole];
    if (tests.length === 0) return [{ ...whole, isLastResort: true }];
    const chosen = { file, tests };
    const passesAlone = () =>
      once(passing, JSON.stringify(chosen), () => passes(workplace, chosen));
    return [{ ...chosen, limitMs, passesAlone }, whole];
  };
};
