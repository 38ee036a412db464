import type { PastTurn, Side, SpeechRequest } from "./speech-request.ts";

export const otherSide = (side: Side): Side => (side === "For" ? "Against" : "For");

/** How banks call a side. */
export const bankOf = (side: Side): "for" | "against" => (side === "For" ? "for" : "against");

/** A turn's number among those of its own side, from 0. */
export const ordinalOf = (turn: number): number => Math.floor((turn - 1) / 2);

/** What the other side has said so far, in order. */
export const opposingTurns = ({ debate, side }: SpeechRequest): PastTurn[] =>
  debate.filter((turn) => turn.side === otherSide(side));
