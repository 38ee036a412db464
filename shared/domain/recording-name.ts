import { type Role, SIDE_LABEL } from "./side.ts";
import type { TurnType } from "./turn.ts";

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What a saved recording of a turn is called: '{Type}_{For|Against}_{Provider}_Turn{id}.mp3'. */
export const recordingName = (
  turn: { turnId: number; type: TurnType; role: Role },
  providerLabel: string,
): string => {
  const provider = providerLabel.replace(/[^\p{L}\p{N}-]+/gu, "");
  return `${capitalized(turn.type)}_${SIDE_LABEL[turn.role]}_${provider}_Turn${turn.turnId}.mp3`;
};
