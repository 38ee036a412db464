import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { UntriedMutant } from "./find-mutants.ts";
import { readWhole } from "./read-whole.ts";
import { testsOf } from "./rooms.ts";
import type { Trial } from "./run-mutant.ts";

/** By the mutants' ids. */
const Kept = z.record(
  z.string(),
  z.object({
    /** What it was tried with: the source, and the tests that it got past, or that missed it, whole. */
    hash: z.string(),
    fate: z.enum(["killed", "timed out", "survived", "reached by no test"]),
    by: z.object({ file: z.string(), test: z.string() }).optional(),
  }),
);
type Kept = z.output<typeof Kept>;

/** How mutants did, in earlier runs too. */
export interface KeptTrials {
  /** Undefined when the source or its tests are not what they were. */
  find(mutant: UntriedMutant): Trial | undefined;
  /** The test that missed it last, whatever has changed since. */
  missedBy(mutant: UntriedMutant): Trial["by"];
  keep(mutant: UntriedMutant, trial: Trial): Promise<void>;
}

/** A line each, in their order: two branches that tried different ones can be merged. */
const written = (kept: Kept): string => {
  const lines = Object.keys(kept)
    .toSorted()
    .map((id) => `${JSON.stringify(id)}: ${JSON.stringify(kept[id])}`);
  return `{\n${lines.join(",\n")}\n}\n`;
};

/** Opens what is kept in a file of `mutants`, which are all there are: of others nothing is kept. */
export const openKeptTrials = async (
  file: string,
  checkout: string,
  mutants: readonly UntriedMutant[],
): Promise<KeptTrials> => {
  const ids = new Set(mutants.map(({ id }) => id));
  const before = Kept.parse(JSON.parse(await readFile(file, "utf8")));
  const kept: Kept = Object.fromEntries(Object.entries(before).filter(([id]) => ids.has(id)));
  // What changes while mutants are tried counts the next time.
  const texts = await readWhole(
    checkout,
    mutants.flatMap(({ file }) => [file, ...testsOf(file)]),
  );
  const hashOf = ({ file }: UntriedMutant, { by }: Pick<Trial, "by">): string => {
    const parts = [file, ...(by ? [by.file] : testsOf(file))].map((name) => texts.get(name));
    return createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 16);
  };
  const write = async () => {
    await writeFile(`${file}.new`, written(kept));
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
