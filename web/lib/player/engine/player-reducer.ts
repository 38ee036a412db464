import type { PlayerEvent, PlayerState, TimerName } from "../player-state.ts";
import { failPlayback, finishStalledTurn, stopPlayback } from "./end-of-turn.ts";
import { handleAudioEvent } from "./handle-audio-event.ts";
import { loadTrack, reloadTrack } from "./load-track.ts";
import { showSignUpToast, handlePlaylistChange, endWait } from "./play-all.ts";
import {
  AUDIO_TIMEOUT_EFFECT,
  LOADING_TIMEOUT_MESSAGE,
  NEVER_STARTED_MESSAGE,
} from "./player-toasts.ts";
import { type TransitionResult, createResult, omitTimers } from "./transition-result.ts";
import { handleCommand } from "./handle-command.ts";

const TIMER_HANDLERS: Record<TimerName, (state: PlayerState) => TransitionResult> = {
  start: endWait,
  gap: endWait,
  flag: endWait,
  retry: (state) => reloadTrack(state, { retry: true }),
  abort: (state) => failPlayback(state, LOADING_TIMEOUT_MESSAGE),
  lock: (state) => failPlayback(state, NEVER_STARTED_MESSAGE),
  safety: (state) =>
    createResult(state, { isBuffering: true }, { do: "seek", to: state.position }, { do: "play" }),
  completion: finishStalledTurn,
  master: (state) => stopPlayback(state, AUDIO_TIMEOUT_EFFECT),
  settle: (state) =>
    state.upcoming ? loadTrack(state, state.upcoming) : createResult(state, { phase: "idle" }),
  invite: showSignUpToast,
};

const handleTimer = (state: PlayerState, timer: TimerName): TransitionResult =>
  state.timers[timer] === undefined
    ? createResult(state)
    : TIMER_HANDLERS[timer]({ ...state, timers: omitTimers(state.timers, timer) });

/**
 * The player's reducer returns the next state and the side effects of an event. It is pure, because
 * timers are part of the state.
 */
export const reducePlayer = (before: PlayerState, event: PlayerEvent): TransitionResult => {
  const state = { ...before, step: before.step + 1 };
  if (event.type === "listed") return handlePlaylistChange(state, event.playlist);
  if (event.type === "due") return handleTimer(state, event.timer);
  return "loadId" in event ? handleAudioEvent(state, event) : handleCommand(state, event);
};
