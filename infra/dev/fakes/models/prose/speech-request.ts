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
  /** Number of the turn among both sides' turns, from 1. */
  turn: number;
  maxTurns: number;
  debate: readonly PastTurn[];
  /** Text of other debates shown nearby; its sentences are not reused. */
  otherText?: string;
}
