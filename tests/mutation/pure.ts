import { parseArgs } from "node:util";
import { type Mutant, scoreOf } from "./mutant.ts";
import { PURE_CODE } from "./pure-code.ts";
import { survivors, table } from "./report.ts";
import { tryMutants } from "./try-mutants.ts";
import { withoutEquivalent } from "./without-equivalent.ts";

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

const tryPart = (mutate: string[]) =>
  tryMutants({
    mutate,
    force: values.force,
    concurrency: Number(values.jobs),
    ...(values.tests && {
      incremental: false,
      jest: { config: { testMatch: values.tests.map((file) => `<rootDir>/${file}`) } },
    }),
  });

const tried: Mutant[] = [];
for (const part of positionals.length > 0 ? [positionals] : PURE_CODE)
  tried.push(...(await tryPart(part)));
const mutants = withoutEquivalent(tried);
process.stdout.write(`${survivors(mutants)}\n\n${table(mutants)}\n`);
// Without any mutant there is no number, and nothing was tried.
process.exitCode = scoreOf(mutants) >= THRESHOLD ? 0 : 1;
