import type { Format } from "#shared/domain/debates/debate.ts";
import type { TurnType } from "#shared/domain/debates/turn.ts";

export type DebateSide = "For" | "Against";

export interface PastTurn {
  number: number;
  side: DebateSide;
  text: string;
}

export interface SpeechRequest {
  topic: string;
  format: Format;
  side: DebateSide;
  speech: TurnType;
  /** Number of the turn, counted from 1 over both sides. */
  turn: number;
  maxTurns: number;
  debate: readonly PastTurn[];
}

/** The judgement of one turn. The quotes are literal parts of the turn's text. */
export interface FakeJudgement {
  score: number;
  ruling: string;
  feedback: string;
  quotes: readonly string[];
}
