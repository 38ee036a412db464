import type { PastTurn, Side, SpeechRequest } from "./speech-request.ts";

export const otherSide = (side: Side): Side => (side === "For" ? "Against" : "For");

export const bankOf = (side: Side): "for" | "against" => (side === "For" ? "for" : "against");

/** Index of a turn among those of its side, from 0. */
export const ordinalOf = (turn: number): number => Math.floor((turn - 1) / 2);

export const opposingTurns = ({ debate, side }: SpeechRequest): PastTurn[] =>
  debate.filter((turn) => turn.side === otherSide(side));
