import type { Debate } from "#shared/contract/debate.ts";
import type { LiveSpeech } from "#shared/contract/live.ts";
import type { Turn } from "#shared/contract/turn.ts";

export interface Shown {
  debate: Debate;
  turns: readonly Turn[];
}

export interface RadioState {
  /** `blocked`: the browser's autoplay policy requires a tap. */
  phase: "off" | "connecting" | "playing" | "buffering" | "blocked";
  /** The current or previous debate. */
  debateId: number | null;
  /** Stream time being played, in milliseconds since 1970 by the server's clock. */
  moment: number;
  /** The server's current time, in milliseconds since 1970. */
  now: number;
  /** Stream time since which playback is uninterrupted. */
  since: number;
  /** Number of the turn being spoken; null during silence. */
  heard: number | null;
  /** The server's error message while the stream is unavailable; else null. */
  refusal: string | null;
  /** The schedule; null before its first response. */
  live: LiveSpeech | null;
  /** Voice sync: text appears only as it is spoken. */
  isShow: boolean;
  /** Delays the shown debate to the voice; null if nothing is delayed. */
  hold: ((debate: Debate, turns: readonly Turn[]) => Shown) | null;
}

/** `from` is the stream time to start at; default is live. `isShow` turns voice sync on. */
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
