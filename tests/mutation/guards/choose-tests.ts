import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { TrialCache } from "./trial-cache.ts";
import type { ChooseTests } from "./run-mutant.ts";
import { runTests, type TestSelection } from "./run-tests.ts";
import type { SourceChanges, Sandbox } from "./sandbox.ts";

/** A test's time limit with a mutant is three times its usual duration plus this time. */
const BASE_TIMEOUT_MS = 15_000;
/** Time limit of a test file without a mutant. */
const MAX_TEST_MS = 300_000;

/** Time limit of the single test that detected the mutant in an earlier run. */
const GUESS_TIMEOUT_MS = 60_000;

/**
 * For each test of a file, the statements and early exits that it executes. The empty name stands
 * for code outside of tests.
 */
const ReachedStatements = z.array(z.tuple([z.string(), z.array(z.string())]));
type ReachedStatements = z.output<typeof ReachedStatements>;

/**
 * Returns the tests that execute one of these statements. Returns "all" if code outside of tests
 * executes one.
 */
const findReachingTests = (
  reached: ReachedStatements,
  statements: readonly string[],
): readonly string[] | "all" => {
  const reaching = reached
    .filter(([, executed]) =>
      executed.some((text) => statements.some((part) => text.includes(part))),
    )
    .map(([test]) => test);
  return reaching.includes("") ? "all" : reaching;
};

interface FileBaseline {
  reached: ReachedStatements;
  limitMs: number;
}

const memoize = <T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>) => {
  const one = made.get(key) ?? make();
  made.set(key, one);
  return one;
};

interface ChooseTestsOptions {
  stop: AbortSignal;
  isThorough: boolean;
  /** Functions that add a call at each mutant. The call records which tests reach that mutant. */
  probes: SourceChanges;
  detectedBy: TrialCache["detectedBy"];
}

/**
 * Chooses the tests to run on a mutant. First comes the test that detected it in an earlier run,
 * then all tests that execute its SQL statement or its early exit. With `isThorough`, chooses all
 * tests of a file. Runs each file once without a mutant to find its time limit; throws if a test
 * fails in that run.
 */
export const createChooseTests = ({
  stop,
  isThorough,
  probes,
  detectedBy,
}: ChooseTestsOptions): ChooseTests => {
  const files = new Map<string, Promise<FileBaseline>>();
  const runWhole = async (sandbox: Sandbox, file: string): Promise<FileBaseline> => {
    const statementsFile = path.join(sandbox.folder, `${path.basename(file)}.json`);
    const run = () =>
      sandbox.changed(probes, () =>
        runTests(sandbox, { file }, { limitMs: MAX_TEST_MS, stop, statementsFile }),
      );
    const first = await run();
    // Runs the file a second time, because one failure on a busy machine proves nothing.
    const outcome = first.kind === "passed" ? first : await run();
    if (outcome.kind !== "passed")
      throw new Error(`"${outcome.test}" fails without a mutant: ${outcome.message}`);
    const reached = ReachedStatements.parse(JSON.parse(await readFile(statementsFile, "utf8")));
    return { reached, limitMs: Math.round(BASE_TIMEOUT_MS + 3 * outcome.ms) };
  };
  const passing = new Map<string, Promise<boolean>>();
  const passes = async (sandbox: Sandbox, selection: TestSelection) =>
    (await runTests(sandbox, selection, { limitMs: MAX_TEST_MS, stop })).kind === "passed";

  return async function* (sandbox, mutant, file) {
    const alone = (selection: TestSelection) => ({
      ...selection,
      passesAlone: () =>
        memoize(passing, JSON.stringify(selection), () => passes(sandbox, selection)),
    });
    const known = detectedBy(mutant);
    if (known?.file === file && !isThorough)
      yield { ...alone({ file, tests: [known.test] }), limitMs: GUESS_TIMEOUT_MS, isGuess: true };
    const { reached, limitMs } = await memoize(files, file, () => runWhole(sandbox, file));
    const wholeFile = { file, limitMs };
    const { statements, edit } = mutant;
    const tests =
      isThorough || statements.length === 0 ? "all" : findReachingTests(reached, statements);
    if (tests === "all") yield wholeFile;
    // If no test takes this early exit, removing it changes nothing in these tests.
    else if (tests.length === 0 && edit.probe) return;
    else if (tests.length === 0) yield { ...wholeFile, isLastResort: true };
    else {
      yield { ...alone({ file, tests }), limitMs };
      yield wholeFile;
    }
  };
};
