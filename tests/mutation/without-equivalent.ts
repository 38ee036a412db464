import equivalents from "./equivalent.json" with { type: "json" };
import { isCaught, type Mutant } from "./mutant.ts";

/** A change that no test can notice, because the product does the same with it. */
interface Equivalent {
  file: string;
  original: string;
  replacement: string;
  /** Why it is the same. */
  reason: string;
}

const LISTED: readonly Equivalent[] = equivalents;

/** Few, so that the list does not become the way to a good score. */
const MOST = 15;

const isSame = (listed: Equivalent, mutant: Mutant): boolean =>
  listed.file === mutant.file &&
  listed.original === mutant.original &&
  listed.replacement === mutant.replacement;

const complain = (what: string, { file, original, replacement }: Equivalent): never => {
  throw new Error(`equivalent.json: ${what}: ${file}: ${original} → ${replacement}`);
};

/**
 * The mutants without those that are listed as equivalent. Each entry stands for one at most: for none where
 * its file is not tried, or is by the other tool.
 */
export const withoutEquivalent = (mutants: readonly Mutant[]): Mutant[] => {
  if (LISTED.length > MOST) throw new Error(`equivalent.json has more than ${MOST} entries`);
  for (const listed of LISTED) {
    const found = mutants.filter((mutant) => isSame(listed, mutant));
    if (found.length > 1) complain("stands for several", listed);
    if (found.some(isCaught)) complain("a test notices it", listed);
  }
  return mutants.filter((mutant) => !LISTED.some((listed) => isSame(listed, mutant)));
};
