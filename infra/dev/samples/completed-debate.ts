import type { DebateScores } from "#shared/contract/debates/debate.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import { computeMeanScores } from "#shared/domain/debates/judging/score.ts";
import { type Role, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { type TurnType, getTurnType } from "#shared/domain/debates/turn.ts";
import type { RecordedDebate } from "../fakes/recordings/recorded-debates.ts";

/** Columns of the row of a complete and judged turn. */
export interface CompletedTurn {
  turnNumber: number;
  role: Role;
  type: TurnType;
  content: string;
  score: number;
  ruling: string;
  feedback: string;
  quotes: string[];
}

export interface CompletedDebate {
  turns: CompletedTurn[];
  scores: DebateScores;
}

/**
 * Converts a written debate into the turns and scores of a completed and judged debate. Without
 * `charter`, the hash of the rules of judging, the scores contain no decision.
 */
export const createCompletedDebate = (
  recorded: RecordedDebate,
  charter: string | null,
): CompletedDebate => {
  const turns = recorded.turns.map(({ text, ...judgement }, index) => ({
    turnNumber: index + 1,
    role: getRoleOfTurn(index + 1),
    type: getTurnType(index + 1, recorded.turns.length),
    content: text,
    ...judgement,
  }));
  const scores = {
    ...computeMeanScores(turns),
    reasoning: recorded.verdict,
    ...(charter !== null && {
      decision: { ...combineAnswers(...recorded.answers), charter },
    }),
  };
  return { turns, scores };
};
