import path from "node:path";
import { parseArgs } from "node:util";
import startServices from "#tests/setup/start-services.ts";
import stopServices from "#tests/setup/stop-services.ts";
import { type Mutant, computeScore } from "../mutant.ts";
import { listSurvivors, renderMutationTable } from "../report.ts";
import { excludeEquivalent, listEquivalents } from "../exclude-equivalent.ts";
import { selectMutants, findMutants, type UntriedMutant } from "./find/find-mutants.ts";
import { type TrialCache, openTrialCache } from "./trial-cache.ts";
import { runMutants } from "./run-mutants.ts";
import type { MutantTrial } from "./run-mutant.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

/** Minimum percentage of guards whose removal is detected by a test. */
const THRESHOLD = 90;

const { values } = parseArgs({
  options: {
    /** Tries only mutants whose id contains one of these parts. */
    only: { type: "string", multiple: true, default: [""] },
    /** Ignores the results of earlier runs. */
    again: { type: "boolean", default: false },
    /** Tries survivors again with all tests of their source. */
    thorough: { type: "boolean", default: false },
    /** Lists the mutants without running tests. */
    list: { type: "boolean", default: false },
    /** Number of mutants that are tried at once. */
    jobs: { type: "string", default: "2" },
  },
});

/** File with the results of this and earlier runs. */
const TRIALS = "tests/mutation/guards/trials.json";

const checkout = process.cwd();
const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () =>
    stopped.abort(new Error("Stopped. The next run continues from here.")),
  );

const lineOf = ({ id, file, line, original, replacement }: UntriedMutant): string =>
  `${id} ${file}:${line} ${original} → ${replacement}\n`;

const openSandboxes = (): Promise<Sandbox[]> => {
  const open = () => createSandbox(checkout, process.env["TEST_DATABASE_URL"] ?? "");
  return Promise.all(Array.from({ length: Number(values.jobs) }, open));
};

const report = (mutant: UntriedMutant, { fate, by }: MutantTrial) =>
  process.stderr.write(`${fate}${by ? ` by "${by.test}"` : ""}: ${lineOf(mutant)}`);

const tryMutants = async (
  mutants: readonly UntriedMutant[],
  everyMutant: readonly UntriedMutant[],
  cache: TrialCache,
): Promise<void> => {
  await startServices();
  try {
    const sandboxes = await openSandboxes();
    try {
      await runMutants(
        {
          sandboxes,
          cache,
          everyMutant,
          report,
          stop: stopped.signal,
          isThorough: values.thorough,
        },
        mutants,
      );
    } finally {
      await Promise.allSettled(sandboxes.map((sandbox) => sandbox.close()));
    }
  } finally {
    await stopServices();
  }
};

const withFate = (mutant: UntriedMutant, cache: TrialCache): Mutant => ({
  ...mutant,
  fate: cache.find(mutant)?.fate ?? "unusable",
});

/** Tries the mutants that have no valid result. Returns whether the score reaches the threshold. */
const run = async (): Promise<boolean> => {
  const everyMutant = await findMutants(checkout);
  const all = selectMutants(everyMutant, values.only);
  if (values.list) {
    process.stdout.write(all.map(lineOf).join(""));
    return true;
  }
  const cache = await openTrialCache(path.join(checkout, TRIALS), checkout, everyMutant);
  const isSettled = (mutant: UntriedMutant): boolean => {
    const fate = values.again ? undefined : cache.find(mutant)?.fate;
    return fate !== undefined && !(values.thorough && fate === "survived");
  };
  const untried = all.filter((mutant) => !isSettled(mutant));
  if (untried.length > 0) await tryMutants(untried, everyMutant, cache);
  const tried = all.map((mutant) => withFate(mutant, cache));
  const mutants = excludeEquivalent(tried);
  process.stdout.write(
    `${listEquivalents(tried)}${listSurvivors(mutants)}\n\n${renderMutationTable(mutants)}\n`,
  );
  return computeScore(mutants) >= THRESHOLD;
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (err) {
  process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`);
  process.exitCode = 1;
}
