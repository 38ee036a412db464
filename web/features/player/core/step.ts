import type { Toast } from "#web/lib/toast.ts";
import type { PlayerState, TimerName } from "../player-state.ts";

/** What is to be done in the world for a transition. */
export type Effect =
  /** Asks for a sound, in place of any other, and gives it to the audio element. */
  | { do: "load"; url: string }
  /** Silence: the request is aborted, the element emptied. */
  | { do: "unload" }
  | { do: "play" | "pause" }
  | { do: "seek"; to: number }
  | { do: "say" | "unsay"; toast: Toast };

/** A state and how to get there. */
export interface Step {
  state: PlayerState;
  effects: readonly Effect[];
}

export const step = (
  state: PlayerState,
  change: Partial<PlayerState> = {},
  ...effects: Effect[]
): Step => ({ state: { ...state, ...change }, effects });

/** The same, with something done before. */
export const after = (effects: readonly Effect[], then: Step): Step => ({
  state: then.state,
  effects: [...effects, ...then.effects],
});

/** Only these timers, from now. */
export const only = (state: PlayerState, ...names: TimerName[]): PlayerState["timers"] =>
  Object.fromEntries(names.map((name) => [name, state.step]));

/** Only these timers from now, and Play All's own, which runs on while nothing makes progress. */
export const underMaster = (state: PlayerState, ...names: TimerName[]): PlayerState["timers"] => ({
  ...only(state, ...names),
  ...(state.isPlayingAll && { master: state.timers.master ?? state.step }),
});

/** The timers of a sound that has just made progress, or been touched: all of them begin anew. */
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

/** What holds of a player that has no sound; events of the sound it had are void. */
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
