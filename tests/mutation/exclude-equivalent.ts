import equivalents from "./equivalent.json" with { type: "json" };
import { isCaught, type Mutant } from "./mutant.ts";

/** A change that no test can notice, because the product does the same with it. */
interface EquivalentMutant {
  file: string;
  original: string;
  replacement: string;
  /** Why it is the same. */
  reason: string;
}

const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = equivalents;

/** Few, so that the list does not become the way to a good score. */
const MAX_EQUIVALENT = 15;

const isSame = (listed: EquivalentMutant, mutant: Mutant): boolean =>
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
 * The mutants without those that are listed as equivalent. Each entry stands for one at most: for none where
 * its file is not tried, or is by the other tool.
 */
export const excludeEquivalent = (mutants: readonly Mutant[]): Mutant[] => {
  if (EQUIVALENT_MUTANTS.length > MAX_EQUIVALENT)
    throw new Error(`equivalent.json has more than ${MAX_EQUIVALENT} entries`);
  for (const listed of EQUIVALENT_MUTANTS) {
    const found = mutants.filter((mutant) => isSame(listed, mutant));
    if (found.length > 1) throwEquivalentError("stands for several", listed);
    if (found.some(isCaught)) throwEquivalentError("a test notices it", listed);
  }
  return mutants.filter((mutant) => !EQUIVALENT_MUTANTS.some((listed) => isSame(listed, mutant)));
};
