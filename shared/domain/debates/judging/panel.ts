import { ROLES, SIDE_LABEL } from "../side.ts";
import type { Speaker } from "../../speaker.ts";
import {
  type DecidedWinner,
  type Decision,
  explainDecision,
  MARGINS,
  summarizeDecision,
} from "./decision.ts";

export const MIN_PANEL_SIZE = 2;
export const MAX_PANEL_SIZE = 3;

/** One judge of a panel. */
export interface PanelVote {
  /** `judge` while a blind debate hides who judged. */
  judge: Speaker;
  /** What follows from the judge's two answers; null if the judge did not answer both questions. */
  vote: Decision | null;
}

/** More than half of the judges that were asked. */
export const getQuorum = (size: number): number => Math.floor(size / 2) + 1;

export const countAnswers = (panel: readonly PanelVote[]): number =>
  panel.filter(({ vote }) => vote !== null).length;

const listVotesFor = (panel: readonly PanelVote[], winner: DecidedWinner): Decision[] =>
  panel.flatMap(({ vote }) => (vote && !vote.wavered && vote.winner === winner ? [vote] : []));

/**
 * The decision of a panel; null below the quorum. More than half of all judges that were asked must
 * name the same winner, so that a judge that did not answer could not have changed it. The margin is
 * the smallest of these votes. `wavered` means that there is no such winner.
 */
export const decidePanel = (panel: readonly PanelVote[]): Decision | null => {
  const quorum = getQuorum(panel.length);
  if (countAnswers(panel) < quorum) return null;
  for (const winner of [...ROLES, "draw"] as const) {
    const votes = listVotesFor(panel, winner);
    if (votes.length < quorum) continue;
    const smallest = MARGINS.find((margin) => votes.some((vote) => vote.margin === margin));
    return { winner, margin: smallest ?? null, wavered: false };
  }
  return { winner: "draw", margin: null, wavered: true };
};

/**
 * Returns the texts to show below the decision: the first text that argues for the winner. Without
 * a winner, the first text for each opinion, in the order of the panel.
 */
export const selectPanelTexts = (
  { winner, wavered }: Decision,
  answers: readonly { winner: DecidedWinner; reasoning: string }[],
): string[] => {
  const opinions = wavered ? [...new Set(answers.map((answer) => answer.winner))] : [winner];
  return opinions.flatMap(
    (opinion) => answers.find((answer) => answer.winner === opinion)?.reasoning ?? [],
  );
};

/** Hides who voted how. The votes are sorted, because the order of the judges is public. */
export const hideJudges = (panel: readonly PanelVote[]): PanelVote[] =>
  panel
    .map(({ vote }): PanelVote => ({ judge: "judge", vote }))
    .sort((a, b) => describeVote(a.vote).localeCompare(describeVote(b.vote), "en"));

const describeVote = (vote: Decision | null): string => {
  if (vote === null) return "did not answer";
  if (vote.wavered) return "wavered";
  return vote.winner === "draw" ? "for a draw" : `for ${SIDE_LABEL[vote.winner]}`;
};

/** Who voted how, such as "Judges: Claude for Against, Grok wavered, ChatGPT did not answer." */
export const describePanel = (
  panel: readonly PanelVote[],
  labelOf: (judge: Speaker) => string,
): string => {
  const votes = panel.map(({ judge, vote }, index) => {
    const name = judge === "judge" ? `judge ${index + 1}` : labelOf(judge);
    return `${name} ${describeVote(vote)}`;
  });
  return `Judges: ${votes.join(", ")}.`;
};

interface JudgedScores {
  decision?: Decision | undefined;
  panel?: readonly PanelVote[] | undefined;
}

/** The verdict of a judge or panel in a few words, such as "For, by a clear margin". */
export const summarizeVerdict = ({ decision, panel }: JudgedScores): string | null => {
  if (!decision) return panel ? "none, too few judges answered" : null;
  if (!panel || !decision.wavered) return summarizeDecision(decision);
  return panel.every(({ vote }) => vote === null || vote.wavered)
    ? "no winner, every judge wavered"
    : "no winner, the judges disagreed";
};

/** How the judge or panel came to the decision, in a sentence. */
export const explainVerdict = ({ decision, panel }: JudgedScores): string | null => {
  if (!panel) return decision ? explainDecision(decision) : null;
  const size = panel.length;
  if (!decision)
    return `${countAnswers(panel)} of ${size} judges answered. A verdict needs ${getQuorum(size)}.`;
  const { winner, wavered } = decision;
  if (wavered) return `A winner needs the votes of ${getQuorum(size)} of the ${size} judges.`;
  const count = listVotesFor(panel, winner).length;
  const chosen = winner === "draw" ? "called a draw" : "chose the same side";
  return `Each judge was asked twice, with the sides exchanged. ${count} of ${size} ${chosen}.`;
};
