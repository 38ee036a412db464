import { useEffect } from "react";
import { createStore } from "zustand";
import { usePlayer } from "#web/lib/player/player-store.ts";
import type { RulingVoice } from "#web/lib/player/ruling-voice.ts";
import { type RulingSound, startRulingVoice } from "#web/lib/player/start-ruling-voice.ts";

interface RulingControls {
  permission: ReturnType<RulingSound["getPermission"]>;
  /** Pauses the scene. */
  pause: () => void;
}

const SILENT: RulingControls = { permission: "silence", pause: () => {} };

const controls = createStore<RulingControls>(() => SILENT);

let started: ReturnType<typeof startRulingVoice> | undefined;

/** Creates the voice on first use, because the server that renders the page has no audio. */
const getVoice = () => {
  started ??= startRulingVoice({
    getPermission: () => controls.getState().permission,
    subscribe: controls.subscribe,
    tune: (element) => {
      const { rate, volume } = usePlayer.getState();
      Object.assign(element, { playbackRate: rate, volume });
    },
    handleInterruption: () => controls.getState().pause(),
  });
  return started;
};

/** Speaks the judge's rulings in the scene of a finished debate. */
export const watchRulingVoice: RulingVoice = {
  load: (turnId) => getVoice().load(turnId),
  speak: (turnId, options) => getVoice().speak(turnId, options),
};

/** Must run within a user's gesture, see `startRulingVoice`. */
export const unlockRulingVoice = (): void => getVoice().unlock();

interface RulingVoiceOptions {
  isSoundOn: boolean;
  isPaused: boolean;
  hold: (isHeld: boolean) => void;
}

/** Lets the rulings be heard while the sound is on, and pauses them with the scene. */
export const useRulingVoice = ({ isSoundOn, isPaused, hold }: RulingVoiceOptions): void => {
  const permission = isPaused ? "pause" : "speak";
  useEffect(() => {
    controls.setState({
      permission: isSoundOn ? permission : "silence",
      pause: () => hold(true),
    });
  }, [isSoundOn, permission, hold]);
  useEffect(() => () => controls.setState(SILENT), []);
};
