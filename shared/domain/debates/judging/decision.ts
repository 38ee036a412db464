import { getWinner, type Scores } from "./score.ts";
import { type Role, SIDE_LABEL } from "../side.ts";

export type DecidedWinner = Role | "draw";
export const MARGINS = [1, 2, 3] as const;
export type Margin = (typeof MARGINS)[number];

/** The judge's answer to one of the two questions. */
export interface VerdictAnswer {
  winner: DecidedWinner;
  /** Null for a draw. */
  margin: Margin | null;
}

export interface Decision extends VerdictAnswer {
  /** Whether the two answers differed. The decision is then a draw. */
  wavered: boolean;
}

/** Only a winner that both answers name counts, with the smaller of the two margins. */
export const combineAnswers = (first: VerdictAnswer, second: VerdictAnswer): Decision => {
  if (first.winner !== second.winner) return { winner: "draw", margin: null, wavered: true };
  const smaller = MARGINS.find((margin) => margin === first.margin || margin === second.margin);
  return { winner: first.winner, margin: smaller ?? null, wavered: false };
};

/** Whether a text that names `winner` contradicts neither the mean scores nor the decision. */
export const isTextConsistent = (
  winner: DecidedWinner,
  scores: Scores | null,
  decision: Pick<Decision, "winner"> | null,
): boolean =>
  winner === ((scores && getWinner(scores)) ?? winner) && winner === (decision?.winner ?? winner);

export const MARGIN_LABEL = { 1: "narrow", 2: "clear", 3: "decisive" } as const satisfies Record<
  Margin,
  string
>;

/** The decision in a few words, such as "For, by a clear margin". */
export const summarizeDecision = ({ winner, margin, wavered }: Decision): string => {
  if (wavered) return "the judge wavered";
  if (winner === "draw") return "a draw";
  return margin === null
    ? SIDE_LABEL[winner]
    : `${SIDE_LABEL[winner]}, by a ${MARGIN_LABEL[margin]} margin`;
};

/** How the judge came to the decision, in a sentence. */
export const explainDecision = ({ winner, wavered }: Decision): string => {
  const asked = "Asked twice, with the sides exchanged,";
  if (wavered) return `${asked} its answers differed. That counts as a draw.`;
  return winner === "draw"
    ? `${asked} the judge called a draw both times.`
    : `${asked} the judge chose the same side.`;
};

/** The first digits of a charter's hash, which people can compare. */
export const shortenHash = (hash: string): string => hash.slice(0, 8);
