import type { DebateScores } from "#shared/contract/debates/debate.ts";
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

/** Converts a written debate into the turns and scores of a completed and judged debate. */
export const createCompletedDebate = (recorded: RecordedDebate): CompletedDebate => {
  const turns = recorded.turns.map(({ text, ...judgement }, index) => ({
    turnNumber: index + 1,
    role: getRoleOfTurn(index + 1),
    type: getTurnType(index + 1, recorded.turns.length),
    content: text,
    ...judgement,
  }));
  return { turns, scores: { ...computeMeanScores(turns), reasoning: recorded.verdict } };
};
