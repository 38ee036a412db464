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
  streamTime: number;
  /** The server's current time, in milliseconds since 1970. */
  now: number;
  /** Stream time since which playback is uninterrupted. */
  playingSince: number;
  /** Number of the turn being spoken; null during silence. */
  audibleTurnNumber: number | null;
  /** The server's error message while the stream is unavailable; else null. */
  unavailableMessage: string | null;
  /** The schedule; null before its first response. */
  schedule: LiveScheduleView | null;
  /** Voice sync: text appears only as it is spoken. */
  isVoiceSynced: boolean;
  /** Delays the shown debate to the voice; null if nothing is delayed. */
  delayDebate: ((debate: Debate, turns: readonly Turn[]) => DelayedDebate) | null;
}

/** `from` is the stream time to start at; default is live. */
export interface ListenOptions {
  from?: number | undefined;
  isVoiceSynced?: boolean;
}

export const LIVE_AUDIO_OFF: LiveAudioState = {
  phase: "off",
  debateId: null,
  streamTime: 0,
  now: 0,
  playingSince: 0,
  audibleTurnNumber: null,
  unavailableMessage: null,
  schedule: null,
  isVoiceSynced: false,
  delayDebate: null,
};

export const isLiveAudioOn = ({ phase }: Pick<LiveAudioState, "phase">): boolean => phase !== "off";

export const useLiveAudio = create<LiveAudioState & { isOffered: boolean }>(() => ({
  ...LIVE_AUDIO_OFF,
  isOffered: false,
}));
