import type { StoreApi } from "zustand";
import { takeBack, toast } from "#web/lib/toast.ts";
import {
  type PlayerEvent,
  type PlayerState,
  TIMER_NAMES,
  type TimerName,
  TIMERS_MS,
} from "../player-state.ts";
import { keepPlace, type Place } from "../resuming/kept-places.ts";
import { placeToKeep } from "../resuming/place-to-keep.ts";
import { mediaSession } from "./media-session.ts";
import { createSound } from "./sound.ts";
import type { Effect } from "./step.ts";
import { transition } from "./transition.ts";

/** Interval of position reports, so that a sentence is highlighted within 300 ms. */
const REPORT_MS = 100;

type Timer = ReturnType<typeof setTimeout>;

/** Starts and clears timeouts to match the timers in the state. */
const createClocks = (isDue: (timer: TimerName) => void) => {
  const clocks = new Map<TimerName, Timer>();
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

/** Connects the store to the audio element. Returns the function that handles player events. */
export const startPlayer = (store: StoreApi<PlayerState>, element = new Audio()) => {
  let reporting: Timer | undefined;
  const sound = createSound(element, (event) => handle(event));
  const setClocks = createClocks((timer) => handle({ type: "due", timer }));
  const showSession = mediaSession((event) => handle(event));

  let kept: Place | null = null;
  /** Saves the listening position for resuming later. */
  const keep = (before: PlayerState, state: PlayerState): void => {
    const place = placeToKeep(before, state, kept);
    const debateId = before.track?.debateId;
    if (place === undefined || debateId === undefined) return;
    kept = place;
    keepPlace(debateId, place);
  };

  const carryOut = (effect: Effect, run: number): void => {
    switch (effect.do) {
      case "load":
        return sound.load(run, effect.url);
      case "unload":
        return sound.unload();
      case "play":
        return sound.play();
      case "pause":
        return sound.pause();
      case "seek":
        return sound.seek(effect.to);
      case "say":
        return toast(effect.toast);
      case "unsay":
        return takeBack(effect.toast);
    }
  };

  const handle = (event: PlayerEvent): void => {
    const before = store.getState();
    const { state, effects } = transition(before, event);
    store.setState(state);
    setClocks(before.timers, state.timers);
    sound.tune(state.rate, state.volume);
    if ((before.phase === "playing") !== (state.phase === "playing")) {
      clearInterval(reporting);
      if (state.phase === "playing") reporting = setInterval(sound.report, REPORT_MS);
    }
    for (const effect of effects) carryOut(effect, state.run);
    keep(before, state);
    showSession(before, state);
  };

  // Stops when the page is left or enters the back-forward cache.
  addEventListener("pagehide", () => handle({ type: "close" }));
  return handle;
};
