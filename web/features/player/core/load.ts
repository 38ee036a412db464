import { isActive, type PlayerState, type PlayRequest } from "../player-state.ts";
import { type AnotherTry, audioUrl, lengthOf } from "../track.ts";
import { silent, type Step, step, underMaster } from "./step.ts";

/** Loads a turn, which then plays from `from`. */
export const load = (state: PlayerState, { track, isPlayingAll, from }: PlayRequest): Step => {
  const asked = { ...state, isPlayingAll };
  return step(
    asked,
    {
      ...silent(state),
      phase: "loading",
      track,
      position: from,
      duration: lengthOf(track),
      timers: underMaster(asked, "retry", "abort", "lock"),
    },
    { do: "load", url: audioUrl(track) },
  );
};

/** Loads the same turn again with other parameters. The other timers keep running. */
export const reload = (state: PlayerState, how: AnotherTry): Step => {
  if (state.track === null) return step(state);
  return step(
    state,
    { run: state.run + 1, isLoaded: false },
    { do: "load", url: audioUrl(state.track, how) },
  );
};

/** Uses the track of the current playlist: the recording may have been regenerated since. */
const refreshed = ({ playlist }: PlayerState, request: PlayRequest): PlayRequest => ({
  ...request,
  track: playlist.tracks.find(({ turnId }) => turnId === request.track.turnId) ?? request.track,
});

/** Plays a turn at once, or after the current one has stopped and settled. */
export const start = (state: PlayerState, request: PlayRequest): Step => {
  const upcoming = refreshed(state, request);
  const { track, isPlayingAll, from } = upcoming;
  if (!isActive(state) && state.timers.settle === undefined) return load(state, upcoming);
  const asked = { ...state, isPlayingAll };
  return step(
    asked,
    {
      ...silent(state),
      phase: "stopped",
      track,
      position: from,
      upcoming,
      timers: underMaster(asked, "settle"),
    },
    { do: "unload" },
  );
};
