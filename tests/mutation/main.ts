import { parseArgs } from "node:util";
import { type Mutant, computeScore } from "./mutant.ts";
import { PURE_CODE_GLOBS } from "./pure-code.ts";
import { listSurvivors, renderMutationTable } from "./report.ts";
import { runStryker } from "./run-stryker.ts";
import { excludeEquivalent } from "./exclude-equivalent.ts";

/** Of the changes to the code so many have to be noticed by a test, in per cent. */
const THRESHOLD = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only these test files are run, and nothing is kept for the next run. */
    tests: { type: "string", multiple: true },
    /** Nothing is taken from the run before. */
    force: { type: "boolean", default: false },
    /** How many are tried at once. */
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

const tried: Mutant[] = [];
for (const part of positionals.length > 0 ? [positionals] : PURE_CODE_GLOBS)
  tried.push(...(await runPart(part)));
const mutants = excludeEquivalent(tried);
process.stdout.write(`${listSurvivors(mutants)}\n\n${renderMutationTable(mutants)}\n`);
// Without any mutant there is no number, and nothing was tried.
process.exitCode = computeScore(mutants) >= THRESHOLD ? 0 : 1;
