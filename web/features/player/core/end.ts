import type { PlayerState } from "../player-state.ts";
import { advance, skip } from "./play-all.ts";
import { AUDIO_STOPPED, playbackError, turnSkipped } from "./toasts.ts";
import { after, type Effect, only, silent, type Step, step } from "./step.ts";

/** The turn ended: continues Play All, or stops a single turn. */
export const finish = (state: PlayerState): Step =>
  state.isPlayingAll
    ? advance(state)
    : step(state, {
        phase: "stopped",
        isBuffering: false,
        hasFinished: true,
        position: state.duration ?? state.position,
        timers: {},
      });

/** Counts a stalled turn as played. */
export const forceEnd = (state: PlayerState): Step =>
  state.isPlayingAll
    ? advance(state)
    : step(state, { ...silent(state), phase: "stopped", hasFinished: true }, { do: "unload" });

/** The turn cannot be played: Play All skips it, a single turn ends with an error. */
export const fail = (state: PlayerState, reason: string): Step => {
  if (state.isPlayingAll) return after([turnSkipped(reason)], skip(state));
  return step(
    state,
    { ...silent(state), phase: "error", error: reason },
    { do: "unload" },
    playbackError(reason),
  );
};

/** Stops everything. The next request waits for the `settle` timer. */
export const stop = (state: PlayerState, saying: Effect = AUDIO_STOPPED): Step =>
  step(
    state,
    {
      ...silent(state),
      phase: "stopped",
      isPlayingAll: false,
      position: 0,
      timers: only(state, "settle"),
    },
    { do: "unload" },
    saying,
  );
