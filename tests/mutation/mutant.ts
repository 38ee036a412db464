/** The result of a mutant. One that cannot be loaded is unusable. */
export type MutantFate = "killed" | "timed out" | "survived" | "reached by no test" | "unusable";

/** One small change to the code, and whether a test detected it. */
export interface Mutant {
  file: string;
  line: number;
  /** The original code, on one line. */
  original: string;
  replacement: string;
  fate: MutantFate;
}

export const collapseWhitespace = (code: string): string => code.replace(/\s+/g, " ").trim();

/** A timeout counts as detected, since a mutant can cause an endless loop. */
export const isCaught = ({ fate }: Mutant): boolean => fate === "killed" || fate === "timed out";

const isUsable = ({ fate }: Mutant): boolean => fate !== "unusable";

/** Percentage of the usable mutants that were detected. */
export const computeScore = (mutants: readonly Mutant[]): number =>
  (mutants.filter(isCaught).length / mutants.filter(isUsable).length) * 100;
