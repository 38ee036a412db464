import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { UntriedMutant } from "./find-mutants.ts";
import { testsOf } from "./rooms.ts";
import type { Trial } from "./run-mutant.ts";

const Kept = z.record(
  z.string(),
  z.object({
    /** What it was tried with: the source and its tests as they were. */
    hash: z.string(),
    fate: z.enum(["killed", "timed out", "survived"]),
    by: z.object({ file: z.string(), test: z.string() }).optional(),
  }),
);

/** How mutants did, in earlier runs too. */
export interface KeptTrials {
  /** Undefined when the source or its tests are not what they were. */
  find(mutant: UntriedMutant): Trial | undefined;
  keep(mutant: UntriedMutant, trial: Trial): Promise<void>;
}

const readKept = async (file: string): Promise<z.output<typeof Kept>> => {
  try {
    return Kept.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return {}; // there are none yet, or they are not whole: all are tried again
  }
};

/** Reads each file once: what changes while mutants are tried counts the next time. */
const hashesOf = async (
  checkout: string,
  mutants: readonly UntriedMutant[],
): Promise<Map<string, string>> => {
  const texts = new Map<string, Promise<string>>();
  const read = (file: string): Promise<string> => {
    const text = texts.get(file) ?? readFile(path.join(checkout, file), "utf8");
    texts.set(file, text);
    return text;
  };
  const hashOf = async ({ id, file }: UntriedMutant): Promise<[string, string]> => {
    const parts = await Promise.all([file, ...testsOf(file)].map(read));
    return [id, createHash("sha256").update(parts.join("\0")).digest("base64")];
  };
  return new Map(await Promise.all(mutants.map(hashOf)));
};

/** Opens what is kept in a file. */
export const openKeptTrials = async (
  file: string,
  checkout: string,
  mutants: readonly UntriedMutant[],
): Promise<KeptTrials> => {
  await mkdir(path.dirname(file), { recursive: true });
  const kept = await readKept(file);
  const hashes = await hashesOf(checkout, mutants);
  return {
    find({ id }) {
      const found = kept[id];
      if (!found || found.hash !== hashes.get(id)) return undefined;
      return found.by ? { fate: found.fate, by: found.by } : { fate: found.fate };
    },
    async keep({ id }, trial) {
      kept[id] = { hash: hashes.get(id) ?? "", ...trial };
      await writeFile(`${file}.new`, JSON.stringify(kept, null, 1));
      await rename(`${file}.new`, file);
    },
  };
};
