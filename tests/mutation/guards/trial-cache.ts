import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { UntriedMutant } from "./find/find-mutants.ts";
import { readWithImports } from "./read-with-imports.ts";
import { selectTests } from "./test-selection.ts";
import type { MutantTrial } from "./run-mutant.ts";

/** The keys are ids of mutants. */
const CachedTrials = z.record(
  z.string(),
  z.object({
    /**
     * Hash of the code of the source, of tests and of their helpers, without comments. If a test
     * has detected the mutant, only this test is included; otherwise all tests of the source are.
     */
    hash: z.string(),
    fate: z.enum(["killed", "timed out", "survived", "reached by no test"]),
    by: z.object({ file: z.string(), test: z.string() }).optional(),
  }),
);
type CachedTrials = z.output<typeof CachedTrials>;

/** Results of this and earlier runs. */
export interface TrialCache {
  /**
   * Returns the result of a mutant. Undefined if there is none, or if the source or its tests have
   * changed since.
   */
  find(mutant: UntriedMutant): MutantTrial | undefined;
  /** Returns the test that last detected the mutant, even if files have changed since. */
  detectedBy(mutant: UntriedMutant): MutantTrial["by"];
  save(mutant: UntriedMutant, trial: MutantTrial): Promise<void>;
}

/**
 * Writes one line per mutant in the order of the ids, so that Git can merge the results of two
 * branches.
 */
const serializeTrials = (trials: CachedTrials): string => {
  const lines = Object.keys(trials)
    .toSorted()
    .map((id) => `${JSON.stringify(id)}: ${JSON.stringify(trials[id])}`);
  return `{\n${lines.join(",\n")}\n}\n`;
};

/** Opens the results in `file`. Drops the results of mutants that are not in `mutants`. */
export const openTrialCache = async (
  file: string,
  checkout: string,
  mutants: readonly UntriedMutant[],
): Promise<TrialCache> => {
  const ids = new Set(mutants.map(({ id }) => id));
  const before = CachedTrials.parse(JSON.parse(await readFile(file, "utf8")));
  const trials: CachedTrials = Object.fromEntries(
    Object.entries(before).filter(([id]) => ids.has(id)),
  );
  // A file that changes during the run is noticed only in the next run.
  const code = await readWithImports(
    checkout,
    mutants.flatMap(({ file }) => [file, ...selectTests(file)]),
  );
  const hashOf = ({ file }: UntriedMutant, { by }: Pick<MutantTrial, "by">): string => {
    const parts = [file, ...(by ? [by.file] : selectTests(file))].map((name) => code.get(name));
    return createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 16);
  };
  const write = async () => {
    await writeFile(`${file}.new`, serializeTrials(trials));
    await rename(`${file}.new`, file);
  };
  /**
   * The latest write. Each write waits for the one before, because all use the same temporary file.
   */
  let lastWrite = Promise.resolve();
  return {
    find(mutant) {
      const { hash, fate, by } = trials[mutant.id] ?? {};
      if (fate === undefined) return undefined;
      const trial = { fate, ...(by && { by }) };
      return hash === hashOf(mutant, trial) ? trial : undefined;
    },
    detectedBy: ({ id }) => trials[id]?.by,
    save(mutant, trial) {
      trials[mutant.id] = { hash: hashOf(mutant, trial), ...trial };
      lastWrite = lastWrite.then(write);
      return lastWrite;
    },
  };
};
