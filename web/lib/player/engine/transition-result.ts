import type { ToastMessage } from "#web/lib/toast.ts";
import type { PlayerState, TimerName } from "../player-state.ts";

export type PlayerEffect =
  /** Downloads a file, aborts other downloads and gives the file to the audio element. */
  | { do: "load"; url: string }
  /** Downloads the file that will probably be loaded next. */
  | { do: "preload"; url: string }
  /** Waits by playing silence until the event `ended`, because a locked phone suspends timers. */
  | { do: "play-silence"; ms: number }
  /** Aborts the downloads and empties the audio element. */
  | { do: "unload" }
  | { do: "play" | "pause" }
  | { do: "seek"; to: number }
  | { do: "show-toast" | "dismiss-toast"; toast: ToastMessage };

export interface TransitionResult {
  state: PlayerState;
  effects: readonly PlayerEffect[];
}

export const createResult = (
  state: PlayerState,
  change: Partial<PlayerState> = {},
  ...effects: PlayerEffect[]
): TransitionResult => ({ state: { ...state, ...change }, effects });

export const prependEffects = (
  effects: readonly PlayerEffect[],
  result: TransitionResult,
): TransitionResult => ({
  state: result.state,
  effects: [...effects, ...result.effects],
});

export const startTimers = (state: PlayerState, ...names: TimerName[]): PlayerState["timers"] =>
  Object.fromEntries(names.map((name) => [name, state.step]));

/** Starts these timers. `master`, which stops a Play All without progress, keeps running. */
export const startTimersKeepingMaster = (
  state: PlayerState,
  ...names: TimerName[]
): PlayerState["timers"] => ({
  ...startTimers(state, ...names),
  ...(state.isPlayingAll && { master: state.timers.master ?? state.step }),
});

/** Restarts all timers that detect playback without progress. */
export const restartProgressTimers = (state: PlayerState): PlayerState["timers"] =>
  startTimersKeepingMaster({ ...state, timers: {} }, "safety", "completion");

export const omitTimers = (
  timers: PlayerState["timers"],
  ...names: TimerName[]
): PlayerState["timers"] => {
  const remaining = { ...timers };
  for (const name of names) delete remaining[name];
  return remaining;
};

/**
 * Fields of a player without audio. The new `loadId` makes the player ignore events of the previous
 * load.
 */
export const resetAudioState = ({ loadId }: PlayerState) =>
  ({
    loadId: loadId + 1,
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
