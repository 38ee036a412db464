import type { LiveSpeech } from "#shared/contract/live.ts";

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
  /** The number of the turn that is heard; null while there is silence. */
  heard: number | null;
  /** What is known of the air; null before that is asked for. */
  live: LiveSpeech | null;
}

export const OFF: RadioState = {
  phase: "off",
  debateId: null,
  moment: 0,
  now: 0,
  heard: null,
  live: null,
};

export const isOn = ({ phase }: Pick<RadioState, "phase">): boolean => phase !== "off";
