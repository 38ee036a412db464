import equivalents from "./equivalent.json" with { type: "json" };
import { isCaught, type Mutant } from "./mutant.ts";

/** A mutant that no test can detect, because the product behaves the same with it. */
interface EquivalentMutant {
  file: string;
  original: string;
  replacement: string;
  /** Why the product's behavior is the same. */
  reason: string;
}

const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = equivalents;

/** Maximum number of entries. It is small, so that the list does not inflate the score. */
const MAX_EQUIVALENT = 30;

type MutantText = Pick<Mutant, "file" | "original" | "replacement">;

const isSame = (listed: EquivalentMutant, mutant: MutantText): boolean =>
  listed.file === mutant.file &&
  listed.original === mutant.original &&
  listed.replacement === mutant.replacement;

const throwEquivalentError = (
  what: string,
  { file, original, replacement }: EquivalentMutant,
): never => {
  throw new Error(`equivalent.json: ${what}: ${file}: ${original} → ${replacement}`);
};

/**
 * Returns the mutants that are not listed as equivalent. An entry matches at most one mutant, and
 * none if the mutant's file is not part of this run.
 */
export const excludeEquivalent = (mutants: readonly Mutant[]): Mutant[] => {
  if (EQUIVALENT_MUTANTS.length > MAX_EQUIVALENT)
    throw new Error(`equivalent.json has more than ${MAX_EQUIVALENT} entries`);
  for (const listed of EQUIVALENT_MUTANTS) {
    const found = mutants.filter((mutant) => isSame(listed, mutant));
    if (found.length > 1) throwEquivalentError("matches several mutants", listed);
    if (found.some(isCaught)) throwEquivalentError("is detected by a test", listed);
  }
  return mutants.filter((mutant) => !EQUIVALENT_MUTANTS.some((listed) => isSame(listed, mutant)));
};

/** Returns the entries of the list that match none of these mutants, as `file: original`. */
export const findStaleEquivalents = (mutants: readonly MutantText[]): string[] =>
  EQUIVALENT_MUTANTS.filter((listed) => !mutants.some((mutant) => isSame(listed, mutant))).map(
    ({ file, original }) => `${file}: ${original}`,
  );

/** Returns a description of each of these mutants that is listed as equivalent, with the reason. */
export const listEquivalents = (mutants: readonly Mutant[]): string =>
  EQUIVALENT_MUTANTS.flatMap((listed) =>
    mutants
      .filter((mutant) => isSame(listed, mutant))
      .map(
        ({ file, line, original, replacement }) =>
          `${file}:${line} (equivalent) ${listed.reason}\n  - ${original}\n  + ${replacement}\n`,
      ),
  ).join("");
