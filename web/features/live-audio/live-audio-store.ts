import { create } from "zustand";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";

export interface DelayedDebate {
  debate: Debate;
  turns: readonly Turn[];
}

export interface LiveAudioState {
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
  live: LiveScheduleView | null;
  /** Voice sync: text appears only as it is spoken. */
  isShow: boolean;
  /** Delays the shown debate to the voice; null if nothing is delayed. */
  hold: ((debate: Debate, turns: readonly Turn[]) => DelayedDebate) | null;
}

/** `from` is the stream time to start at; default is live. `isShow` turns voice sync on. */
export interface ListenOptions {
  from?: number | undefined;
  isShow?: boolean;
}

export const LIVE_AUDIO_OFF: LiveAudioState = {
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

export const isLiveAudioOn = ({ phase }: Pick<LiveAudioState, "phase">): boolean => phase !== "off";

export const useLiveAudio = create<LiveAudioState & { isOffered: boolean }>(() => ({
  ...LIVE_AUDIO_OFF,
  isOffered: false,
}));
