import type { PastTurn, DebateSide, SpeechRequest } from "./speech-request.ts";

export const getOtherSide = (side: DebateSide): DebateSide => (side === "For" ? "Against" : "For");

export const toBankKey = (side: DebateSide): "for" | "against" =>
  side === "For" ? "for" : "against";

/** Returns the index of a turn among the turns of its side, from 0. */
export const getSideTurnIndex = (turn: number): number => Math.floor((turn - 1) / 2);

export const listOpposingTurns = ({ debate, side }: SpeechRequest): PastTurn[] =>
  debate.filter((turn) => turn.side === getOtherSide(side));
