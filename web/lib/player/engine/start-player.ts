import type { StoreApi } from "zustand";
import { dismissIfCurrent, showToast } from "#web/lib/toast.ts";
import {
  type PlayerEvent,
  type PlayerState,
  TIMER_NAMES,
  type TimerName,
  TIMERS_MS,
} from "../player-state.ts";
import { savePosition, type ListeningPosition } from "../resume/saved-positions.ts";
import { getPositionToSave } from "../resume/position-to-save.ts";
import { connectMediaSession } from "./media-session.ts";
import { createAudioSource } from "./audio-source.ts";
import type { PlayerEffect } from "./transition-result.ts";
import { reducePlayer } from "./player-reducer.ts";

/** Interval of position reports, which lets the page highlight a sentence within 300 ms. */
const PROGRESS_INTERVAL_MS = 100;

type TimerHandle = ReturnType<typeof setTimeout>;

/** Starts and clears timeouts so that they match the timers in the state. */
const createTimers = (isDue: (timer: TimerName) => void) => {
  const clocks = new Map<TimerName, TimerHandle>();
  return (before: PlayerState["timers"], now: PlayerState["timers"]) => {
    for (const name of TIMER_NAMES) {
      if (before[name] === now[name]) continue;
      clearTimeout(clocks.get(name));
      if (now[name] !== undefined)
        clocks.set(
          name,
          setTimeout(() => isDue(name), TIMERS_MS[name]),
        );
    }
  };
};

/** Connects the store to the audio element. Returns a function that handles player events. */
export const startPlayer = (store: StoreApi<PlayerState>, element = new Audio()) => {
  let reporting: TimerHandle | undefined;
  const sound = createAudioSource(element, (event) => handle(event));
  const setClocks = createTimers((timer) => handle({ type: "due", timer }));
  const showSession = connectMediaSession((event) => handle(event));

  let saved: ListeningPosition | null = null;
  /** Saves the position, so that the user can resume later. */
  const saveProgress = (before: PlayerState, state: PlayerState): void => {
    const position = getPositionToSave(before, state, saved);
    const debateId = before.track?.debateId;
    if (position === undefined || debateId === undefined) return;
    saved = position;
    savePosition(debateId, position);
  };

  const runEffect = (effect: PlayerEffect, loadId: number): void => {
    switch (effect.do) {
      case "load":
        return sound.load(loadId, effect.url);
      case "preload":
        return sound.preload(effect.url);
      case "play-silence":
        return sound.playSilence(loadId, effect.ms);
      case "unload":
        return sound.unload();
      case "play":
        return sound.play();
      case "pause":
        return sound.pause();
      case "seek":
        return sound.seek(effect.to);
      case "show-toast":
        return showToast(effect.toast);
      case "dismiss-toast":
        return dismissIfCurrent(effect.toast);
    }
  };

  const handle = (event: PlayerEvent): void => {
    const before = store.getState();
    const { state, effects } = reducePlayer(before, event);
    store.setState(state);
    setClocks(before.timers, state.timers);
    sound.tune(state.rate, state.volume);
    if ((before.phase === "playing") !== (state.phase === "playing")) {
      clearInterval(reporting);
      if (state.phase === "playing") reporting = setInterval(sound.report, PROGRESS_INTERVAL_MS);
    }
    for (const effect of effects) runEffect(effect, state.loadId);
    saveProgress(before, state);
    showSession(before, state);
  };

  // Stops when the user leaves the page, even if the browser keeps it in the back-forward cache.
  addEventListener("pagehide", () => handle({ type: "close" }));
  return handle;
};
