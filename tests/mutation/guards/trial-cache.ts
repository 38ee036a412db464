import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { UntriedMutant } from "./find/find-mutants.ts";
import { readWithImports } from "./read-with-imports.ts";
import { selectTests } from "./test-selection.ts";
import type { MutantTrial } from "./run-mutant.ts";

/** By the mutants' ids. */
const CachedTrials = z.record(
  z.string(),
  z.object({
    /** What it was tried with: the source, and the tests that it got past, or that missed it, whole. */
    hash: z.string(),
    fate: z.enum(["killed", "timed out", "survived", "reached by no test"]),
    by: z.object({ file: z.string(), test: z.string() }).optional(),
  }),
);
type CachedTrials = z.output<typeof CachedTrials>;

/** How mutants did, in earlier runs too. */
export interface TrialCache {
  /** Undefined when the source or its tests are not what they were. */
  find(mutant: UntriedMutant): MutantTrial | undefined;
  /** The test that missed it last, whatever has changed since. */
  missedBy(mutant: UntriedMutant): MutantTrial["by"];
  keep(mutant: UntriedMutant, trial: MutantTrial): Promise<void>;
}

/** A line each, in their order: two branches that tried different ones can be merged. */
const serializeTrials = (kept: CachedTrials): string => {
  const lines = Object.keys(kept)
    .toSorted()
    .map((id) => `${JSON.stringify(id)}: ${JSON.stringify(kept[id])}`);
  return `{\n${lines.join(",\n")}\n}\n`;
};

/** Opens what is kept in a file of `mutants`, which are all there are: of others nothing is kept. */
export const openTrialCache = async (
  file: string,
  checkout: string,
  mutants: readonly UntriedMutant[],
): Promise<TrialCache> => {
  const ids = new Set(mutants.map(({ id }) => id));
  const before = CachedTrials.parse(JSON.parse(await readFile(file, "utf8")));
  const kept: CachedTrials = Object.fromEntries(
    Object.entries(before).filter(([id]) => ids.has(id)),
  );
  // What changes while mutants are tried counts the next time.
  const texts = await readWithImports(
    checkout,
    mutants.flatMap(({ file }) => [file, ...selectTests(file)]),
  );
  const hashOf = ({ file }: UntriedMutant, { by }: Pick<MutantTrial, "by">): string => {
    const parts = [file, ...(by ? [by.file] : selectTests(file))].map((name) => texts.get(name));
    return createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 16);
  };
  const write = async () => {
    await writeFile(`${file}.new`, serializeTrials(kept));
    await rename(`${file}.new`, file);
  };
  /** One after the other: all of them have the same name first. */
  let lastWrite = Promise.resolve();
  return {
    find(mutant) {
      const { hash, fate, by } = kept[mutant.id] ?? {};
      if (fate === undefined) return undefined;
      const trial = { fate, ...(by && { by }) };
      return hash === hashOf(mutant, trial) ? trial : undefined;
    },
    missedBy: ({ id }) => kept[id]?.by,
    keep(mutant, trial) {
      kept[mutant.id] = { hash: hashOf(mutant, trial), ...trial };
      lastWrite = lastWrite.then(write);
      return lastWrite;
    },
  };
};
