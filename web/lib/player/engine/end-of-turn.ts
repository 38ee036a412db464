import type { PlayerState } from "../player-state.ts";
import { playNextTurn, skipFailedTurn } from "./play-all.ts";
import { AUDIO_STOPPED_EFFECT, showPlaybackError, showTurnSkipped } from "./player-toasts.ts";
import {
  prependEffects,
  type PlayerEffect,
  startTimers,
  resetAudioState,
  type TransitionResult,
  createResult,
} from "./transition-result.ts";

/** Handles the end of a turn: Play All continues, a single turn stops. */
export const finishTurn = (state: PlayerState): TransitionResult =>
  state.isPlayingAll
    ? playNextTurn(state)
    : createResult(state, {
        phase: "stopped",
        isBuffering: false,
        hasFinished: true,
        position: state.duration ?? state.position,
        timers: {},
      });

/** Treats a turn whose playback has stalled as played. */
export const finishStalledTurn = (state: PlayerState): TransitionResult =>
  state.isPlayingAll
    ? playNextTurn(state)
    : createResult(
        state,
        { ...resetAudioState(state), phase: "stopped", hasFinished: true },
        { do: "unload" },
      );

/** Handles a turn that cannot be played: Play All skips it, a single turn ends with an error. */
export const failPlayback = (state: PlayerState, reason: string): TransitionResult => {
  if (state.isPlayingAll) return prependEffects([showTurnSkipped(reason)], skipFailedTurn(state));
  return createResult(
    state,
    { ...resetAudioState(state), phase: "error", error: reason },
    { do: "unload" },
    showPlaybackError(reason),
  );
};

/**
 * Stops playback. The `settle` timer delays the start of another turn, so that the audio element
 * can reset.
 */
export const stopPlayback = (
  state: PlayerState,
  effect: PlayerEffect = AUDIO_STOPPED_EFFECT,
): TransitionResult =>
  createResult(
    state,
    {
      ...resetAudioState(state),
      phase: "stopped",
      isPlayingAll: false,
      position: 0,
      timers: startTimers(state, "settle"),
    },
    { do: "unload" },
    effect,
  );
