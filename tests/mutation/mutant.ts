/** What became of a change to the code; one that could not even be loaded says nothing. */
export type MutantFate = "killed" | "timed out" | "survived" | "reached by no test" | "unusable";

/** One small change to the code, and whether a test noticed. */
export interface Mutant {
  file: string;
  line: number;
  /** What stood there, on one line. */
  original: string;
  replacement: string;
  fate: MutantFate;
}

export const collapseWhitespace = (code: string): string => code.replace(/\s+/g, " ").trim();

/** An endless loop ends by running out of time: that is noticed, too. */
export const isCaught = ({ fate }: Mutant): boolean => fate === "killed" || fate === "timed out";

const isUsable = ({ fate }: Mutant): boolean => fate !== "unusable";

/** Caught ones of all, in per cent. */
export const computeScore = (mutants: readonly Mutant[]): number =>
  (mutants.filter(isCaught).length / mutants.filter(isUsable).length) * 100;
