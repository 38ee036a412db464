import type { PlayerEvent, PlayerState, TimerName } from "../player-state.ts";
import { fail, forceEnd, stop } from "./end.ts";
import { onSoundEvent } from "./sound-events.ts";
import { load, reload } from "./load.ts";
import { inviteToJoin, listed, proceed } from "./play-all.ts";
import { AUDIO_TIMEOUT, LOADING_TIMEOUT, NEVER_STARTED } from "./toasts.ts";
import { type Step, step, without } from "./step.ts";
import { onCommand } from "./commands.ts";

const DUE: Record<TimerName, (state: PlayerState) => Step> = {
  start: proceed,
  gap: proceed,
  flag: proceed,
  retry: (state) => reload(state, { retry: true }),
  abort: (state) => fail(state, LOADING_TIMEOUT),
  lock: (state) => fail(state, NEVER_STARTED),
  safety: (state) =>
    step(state, { isBuffering: true }, { do: "seek", to: state.position }, { do: "play" }),
  completion: forceEnd,
  master: (state) => stop(state, AUDIO_TIMEOUT),
  settle: (state) =>
    state.upcoming ? load(state, state.upcoming) : step(state, { phase: "idle" }),
  invite: inviteToJoin,
};

const due = (state: PlayerState, timer: TimerName): Step =>
  state.timers[timer] === undefined
    ? step(state)
    : DUE[timer]({ ...state, timers: without(state.timers, timer) });

/**
 * The player's reducer: the next state and the side effects of an event. Pure; timers are part of
 * the state.
 */
export const transition = (before: PlayerState, event: PlayerEvent): Step => {
  const state = { ...before, step: before.step + 1 };
  if (event.type === "listed") return listed(state, event.playlist);
  if (event.type === "due") return due(state, event.timer);
  return "run" in event ? onSoundEvent(state, event) : onCommand(state, event);
};
