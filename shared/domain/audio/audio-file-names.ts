import { SIDE_LABEL, type Role } from "../debates/side.ts";
import { nameSpeaker } from "../model-name.ts";
import type { TurnType } from "../debates/turn.ts";

/** Silence between the turns of an episode. */
export const TURN_GAP_MS = 3000;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const buildChapterTitle = (
  turn: { turnNumber: number; type: TurnType; role: Role; model: string | null },
  providerLabel: string,
): string => {
  const speaker = nameSpeaker(providerLabel, turn.model);
  return `${turn.turnNumber}. ${capitalize(turn.type)}, ${SIDE_LABEL[turn.role]} (${speaker})`;
};

/** File name of a turn's recording: '{Type}_{For|Against}_{Provider}_Turn{id}.mp3'. */
export const buildRecordingFileName = (
  turn: { turnId: number; type: TurnType; role: Role },
  providerLabel: string,
): string => {
  const provider = providerLabel.replace(/[^\p{L}\p{N}-]/gu, "");
  return `${capitalize(turn.type)}_${SIDE_LABEL[turn.role]}_${provider}_Turn${turn.turnId}.mp3`;
};

/** File name of an episode: the topic, reduced to letters, digits and dashes. */
export const buildEpisodeFileName = (topic: string, debateId: number): string => {
  const slug = topic.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  // Half of a surrogate pair at the cut would make the Content-Disposition header invalid.
  return `${slug.slice(0, 80).replace(/\p{Cs}/u, "")}-${debateId}.mp3`;
};
