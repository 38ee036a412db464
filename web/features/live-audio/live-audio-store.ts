import { create } from "zustand";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";

export interface DelayedDebate {
  debate: Debate;
  turns: readonly Turn[];
}

export interface LiveAudioState {
  /**
   * In the phase `silent`, the page shows words as they are spoken, but plays no sound. In the
   * phase `blocked`, the browser's autoplay policy requires a tap.
   */
  phase: "off" | "silent" | "connecting" | "playing" | "buffering" | "blocked";
  /** The debate being followed or listened to; while the phase is `off`, the previous one. */
  debateId: number | null;
  /** Playback position: the time at which this audio was live, in server time (ms since 1970). */
  streamTime: number;
  /** The server's current time, in milliseconds since 1970. */
  now: number;
  /** Stream time at which playback last started or continued after a gap. */
  playingSince: number;
  /** Number of the turn that is audible; null during silence. */
  audibleTurnNumber: number | null;
  /** The server's error message while the stream is unavailable; else null. */
  unavailableMessage: string | null;
  /** When each sentence is spoken; null before the first response. */
  schedule: LiveScheduleView | null;
  /** Returns the part of a debate that has been spoken; null if the page shows everything. */
  delayDebate: ((debate: Debate, turns: readonly Turn[]) => DelayedDebate) | null;
}

/** `from` is the stream time at which playback starts; without it, playback starts live. */
export interface ListenOptions {
  from?: number | undefined;
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
  delayDebate: null,
};

/** Whether the sound is on, or will be as soon as it has loaded. */
export const isLiveAudioOn = ({ phase }: Pick<LiveAudioState, "phase">): boolean =>
  phase !== "off" && phase !== "silent";

/**
 * Returns the state after the viewer has turned the sound on. A page may already show captions with
 * the clock of the voice, without sound. It keeps its place in the speech.
 */
export const startConnecting = (state: LiveAudioState, debateId: number): LiveAudioState => ({
  ...(state.phase !== "off" && state.debateId === debateId ? state : LIVE_AUDIO_OFF),
  phase: "connecting",
  debateId,
  audibleTurnNumber: null,
  unavailableMessage: null,
});

interface LiveAudioChoices {
  isOffered: boolean;
  /** Whether the viewer wants to read text as it is written, instead of as it is spoken. */
  wantsFullText: boolean;
}

export const useLiveAudio = create<LiveAudioState & LiveAudioChoices>(() => ({
  ...LIVE_AUDIO_OFF,
  isOffered: false,
  wantsFullText: false,
}));
