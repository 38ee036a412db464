import { SIDE_LABEL, type Role } from "./side.ts";
import type { TurnType } from "./turn.ts";

export const TURN_GAP_MS = 3000;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const chapterTitle = (
  turn: { turnNumber: number; type: TurnType; role: Role },
  providerLabel: string,
): string =>
  `${turn.turnNumber}. ${capitalized(turn.type)}, ${SIDE_LABEL[turn.role]} (${providerLabel})`;

/** File name of a turn's recording: '{Type}_{For|Against}_{Provider}_Turn{id}.mp3'. */
export const recordingName = (
  turn: { turnId: number; type: TurnType; role: Role },
  providerLabel: string,
): string => {
  const provider = providerLabel.replace(/[^\p{L}\p{N}-]/gu, "");
  return `${capitalized(turn.type)}_${SIDE_LABEL[turn.role]}_${provider}_Turn${turn.turnId}.mp3`;
};

/** File name of an episode: the topic, reduced to letters, digits and dashes. */
export const debateFileName = (topic: string, debateId: number): string => {
  const words = topic.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  // A half surrogate at the cut would make the header invalid.
  return `${words.slice(0, 80).replace(/\p{Cs}/u, "")}-${debateId}.mp3`;
};
