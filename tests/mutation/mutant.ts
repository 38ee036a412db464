/** Result of a mutant. It is `unusable` if the changed code cannot be loaded. */
export type MutantFate = "killed" | "timed out" | "survived" | "reached by no test" | "unusable";

/** A small change to the code, and whether a test detected it. */
export interface Mutant {
  file: string;
  line: number;
  /** Original code, on one line. */
  original: string;
  replacement: string;
  fate: MutantFate;
}

export const collapseWhitespace = (code: string): string => code.replace(/\s+/g, " ").trim();

/**
 * Whether a test detected the mutant. A timeout counts, because a mutant can cause an endless loop.
 */
export const isCaught = ({ fate }: Mutant): boolean => fate === "killed" || fate === "timed out";

const isUsable = ({ fate }: Mutant): boolean => fate !== "unusable";

/** Returns the percentage of usable mutants that were detected. */
export const computeScore = (mutants: readonly Mutant[]): number =>
  (mutants.filter(isCaught).length / mutants.filter(isUsable).length) * 100;
