import type { Debate } from "#shared/contract/debate.ts";
import type { LiveSpeech } from "#shared/contract/live.ts";
import type { Turn } from "#shared/contract/turn.ts";

/** A debate and its turns as a page shows them. */
export interface Shown {
  debate: Debate;
  turns: readonly Turn[];
}

/** How somebody listens to a debate live. */
export interface RadioState {
  /** `blocked`: the browser wants a tap before it makes any sound. */
  phase: "off" | "connecting" | "playing" | "buffering" | "blocked";
  /** The debate that is, or was last, listened to. */
  debateId: number | null;
  /** The moment on the air that is heard, in milliseconds since 1970, by the server's clock; */
  moment: number;
  /** and the one that is live. */
  now: number;
  /** From which moment on it was listened to without a break. */
  since: number;
  /** The number of the turn that is heard; null while there is silence. */
  heard: number | null;
  /** Why there is no sound, in the server's words; null where it has not said so. */
  refusal: string | null;
  /** What is known of the air; null before that is asked for. */
  live: LiveSpeech | null;
  /** Words are read as they are heard, */
  isShow: boolean;
  /** and how the page is held back for that; null where nothing is. */
  hold: ((debate: Debate, turns: readonly Turn[]) => Shown) | null;
}

/** How somebody listens: from a moment on the air, else live; and whether words are read as they are heard. */
export interface Listening {
  from?: number | undefined;
  isShow?: boolean;
}

export const OFF: RadioState = {
  phase: "off",
  debateId: null,
  moment: 0,
  now: 0,
  since: 0,
  heard: null,
  refusal: null,
  live: null,
  isShow: false,
  hold: null,
};

export const isOn = ({ phase }: Pick<RadioState, "phase">): boolean => phase !== "off";
