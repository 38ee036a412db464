import { computeMeanScores, getWinner, type Scores } from "./score.ts";
import { ROLES, type Role, SIDE_LABEL } from "../side.ts";

interface ScoredTurn {
  role: Role;
  score: number | null;
}

/** The mean scores of both sides after equally many scored turns. */
export interface Standing extends Scores {
  botA: number;
  botB: number;
  turnsEach: number;
}

/**
 * The standing (mean scores of both sides) after the given turns, which are in order. If one side
 * has more scored turns, its last ones do not count yet. Null until both sides have a score.
 */
export const computeStanding = (turns: readonly ScoredTurn[]): Standing | null => {
  const scored = turns.filter(({ score }) => score !== null);
  const turnsBySide = ROLES.map((side) => scored.filter(({ role }) => role === side));
  const turnsEach = Math.min(...turnsBySide.map(({ length }) => length));
  const { botA, botB } = computeMeanScores(turnsBySide.flatMap((own) => own.slice(0, turnsEach)));
  return botA === null || botB === null ? null : { botA, botB, turnsEach };
};

/** Points by which For leads, to one decimal; negative if Against leads. */
export const computeLead = ({ botA, botB }: Standing): number =>
  Math.round((botA - botB) * 10) / 10;

/** Who leads, as in "Against leads 7.2 to 6.2"; null if a side has no score. */
export const describeLead = (scores: Scores, verb: "leads" | "led" = "leads"): string | null => {
  const leader = getWinner(scores);
  if (leader === null) return null;
  const [lower, higher] = [scores.botA, scores.botB]
    .map((score) => Number(score).toFixed(1))
    .sort((a, b) => Number(a) - Number(b));
  return leader === "draw"
    ? `Level at ${lower}`
    : `${SIDE_LABEL[leader]} ${verb} ${higher} to ${lower}`;
};

/** The number of turns that the standing counts, as in "after 3 turns each". */
export const describeExtent = ({ turnsEach }: Standing): string =>
  `after ${turnsEach} ${turnsEach === 1 ? "turn" : "turns"} each`;

/** The standing as a sentence, as in "Against leads 7.2 to 6.2 after 3 turns each". */
export const describeStanding = (standing: Standing): string =>
  `${describeLead(standing)} ${describeExtent(standing)}`;
