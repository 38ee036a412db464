import type { Format } from "#shared/domain/debate.ts";
import type { TurnType } from "#shared/domain/turn.ts";

export type Side = "For" | "Against";

/** A speech that has been given. */
export interface PastTurn {
  number: number;
  side: Side;
  text: string;
}

/** What a speaker is asked for. */
export interface SpeechRequest {
  topic: string;
  format: Format;
  side: Side;
  speech: TurnType;
  /** Of both sides' turns, from 1, and how many there will be. */
  turn: number;
  maxTurns: number;
  debate: readonly PastTurn[];
  /** What was said in other debates that people find beside this one: none of it is said again. */
  elsewhere?: string;
}
