import { parseArgs } from "node:util";
import { type Mutant, computeScore } from "./mutant.ts";
import { PURE_CODE_GLOBS } from "./pure-code.ts";
import { listSurvivors, renderMutationTable } from "./report.ts";
import { runStryker } from "./run-stryker.ts";
import { excludeEquivalent, listEquivalents } from "./exclude-equivalent.ts";

/** Minimum percentage of mutants that are detected by a test. */
const THRESHOLD = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs only these test files, and saves no results for the next run. */
    tests: { type: "string", multiple: true },
    /** Ignores the results of the previous run. */
    force: { type: "boolean", default: false },
    /** Number of mutants that are tried at once. */
    jobs: { type: "string", default: "2" },
  },
});

const runPart = (mutate: string[]) =>
  runStryker({
    mutate,
    force: values.force,
    concurrency: Number(values.jobs),
    ...(values.tests && {
      incremental: false,
      jest: { config: { testMatch: values.tests.map((file) => `<rootDir>/${file}`) } },
    }),
  });

const triedMutants: Mutant[] = [];
for (const part of positionals.length > 0 ? [positionals] : PURE_CODE_GLOBS)
  triedMutants.push(...(await runPart(part)));
const mutants = excludeEquivalent(triedMutants);
process.stdout.write(
  `${listEquivalents(triedMutants)}${listSurvivors(mutants)}\n\n${renderMutationTable(mutants)}\n`,
);
// Without mutants the score is NaN, which also counts as a failure.
process.exitCode = computeScore(mutants) >= THRESHOLD ? 0 : 1;
