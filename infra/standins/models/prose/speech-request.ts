import type { Format } from "#shared/domain/debate.ts";
import type { TurnType } from "#shared/domain/turn.ts";

export type Side = "For" | "Against";

export interface PastTurn {
  number: number;
  side: Side;
  text: string;
}

export interface SpeechRequest {
  topic: string;
  format: Format;
  side: Side;
  speech: TurnType;
  /** Number of the turn among both sides' turns, from 1. */
  turn: number;
  maxTurns: number;
  debate: readonly PastTurn[];
  /** Text of other debates shown nearby; its sentences are not reused. */
  elsewhere?: string;
}
