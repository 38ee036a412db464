import type { Toast } from "#web/lib/toast.ts";
import type { PlayerState, TimerName } from "../player-state.ts";

/** A side effect of a transition. */
export type Effect =
  /** Downloads a file in place of any other and gives it to the audio element. */
  | { do: "load"; url: string }
  /** Aborts the download and empties the audio element. */
  | { do: "unload" }
  | { do: "play" | "pause" }
  | { do: "seek"; to: number }
  | { do: "say" | "unsay"; toast: Toast };

/** Result of a transition: the next state and the side effects that lead there. */
export interface Step {
  state: PlayerState;
  effects: readonly Effect[];
}

export const step = (
  state: PlayerState,
  change: Partial<PlayerState> = {},
  ...effects: Effect[]
): Step => ({ state: { ...state, ...change }, effects });

export const after = (effects: readonly Effect[], then: Step): Step => ({
  state: then.state,
  effects: [...effects, ...then.effects],
});

export const only = (state: PlayerState, ...names: TimerName[]): PlayerState["timers"] =>
  Object.fromEntries(names.map((name) => [name, state.step]));

/** These timers, started now, and the running master timer of Play All. */
export const underMaster = (state: PlayerState, ...names: TimerName[]): PlayerState["timers"] => ({
  ...only(state, ...names),
  ...(state.isPlayingAll && { master: state.timers.master ?? state.step }),
});

/** Restarts all timers that detect missing progress. */
export const watched = (state: PlayerState): PlayerState["timers"] =>
  underMaster({ ...state, timers: {} }, "safety", "completion");

export const without = (
  timers: PlayerState["timers"],
  ...names: TimerName[]
): PlayerState["timers"] => {
  const left = { ...timers };
  for (const name of names) delete left[name];
  return left;
};

/** Fields of a player without audio. The new `run` voids events of the previous load. */
export const silent = ({ run }: PlayerState) =>
  ({
    run: run + 1,
    isLoaded: false,
    isBuffering: false,
    isBlocked: false,
    hasFinished: false,
    isAltFormat: false,
    error: null,
    wait: null,
    upcoming: null,
    timers: {},
  }) satisfies Partial<PlayerState>;
