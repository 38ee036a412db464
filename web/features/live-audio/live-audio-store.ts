import { create } from "zustand";
import { LIVE_AUDIO_OFF, type LiveAudioState } from "./live-audio-state.ts";

export const useLiveAudio = create<LiveAudioState & { isOffered: boolean }>(() => ({
  ...LIVE_AUDIO_OFF,
  isOffered: false,
}));
