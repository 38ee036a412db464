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
  /** The debate being listened to; while listening is off, the previous one. */
  debateId: number | null;
  /** Playback position: the time at which this audio was live, in server time (ms since 1970). */
  streamTime: number;
  /** The server's current time, in milliseconds since 1970. */
  now: number;
  /** Stream time at which playback last started or continued after a gap. */
  playingSince: number;
  /** Number of the turn whose voice is audible; null during silence. */
  audibleTurnNumber: number | null;
  /** The server's error message while the stream is unavailable; else null. */
  unavailableMessage: string | null;
  /** When each sentence is spoken; null before the first response. */
  schedule: LiveScheduleView | null;
  /** With voice sync, text appears only as it is spoken. */
  isVoiceSynced: boolean;
  /** Cuts the displayed debate to what the voice has reached; null if nothing is delayed. */
  delayDebate: ((debate: Debate, turns: readonly Turn[]) => DelayedDebate) | null;
}

/** `from` is the stream time at which playback starts; without it, playback starts live. */
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
