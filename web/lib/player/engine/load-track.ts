import { isPlayerActive, type PlayerState, type PlayRequest } from "../player-state.ts";
import { type AudioRetryOptions, buildAudioUrl, getTrackDurationS } from "../track.ts";
import {
  resetAudioState,
  type TransitionResult,
  createResult,
  startTimersKeepingMaster,
} from "./transition-result.ts";

/** Loads a turn, which then plays from position `from`. */
export const loadTrack = (
  state: PlayerState,
  { track, isPlayingAll, from }: PlayRequest,
): TransitionResult => {
  const nextState = { ...state, isPlayingAll };
  return createResult(
    nextState,
    {
      ...resetAudioState(state),
      phase: "loading",
      track,
      position: from,
      duration: getTrackDurationS(track),
      timers: startTimersKeepingMaster(nextState, "retry", "abort", "lock"),
    },
    { do: "load", url: buildAudioUrl(track) },
  );
};

/** Loads the same turn again with other URL parameters. The timers keep running. */
export const reloadTrack = (state: PlayerState, how: AudioRetryOptions): TransitionResult => {
  if (state.track === null) return createResult(state);
  return createResult(
    state,
    { loadId: state.loadId + 1, isLoaded: false },
    { do: "load", url: buildAudioUrl(state.track, how) },
  );
};

/** Uses the current playlist's version of the track, because its recording may be newer. */
const withCurrentTrack = ({ playlist }: PlayerState, request: PlayRequest): PlayRequest => ({
  ...request,
  track: playlist.tracks.find(({ turnId }) => turnId === request.track.turnId) ?? request.track,
});

/**
 * Starts a turn at once. If another turn is active, stops it first and lets the audio element reset
 * (`settle` timer).
 */
export const startTrack = (state: PlayerState, request: PlayRequest): TransitionResult => {
  const upcoming = withCurrentTrack(state, request);
  const { track, isPlayingAll, from } = upcoming;
  if (!isPlayerActive(state) && state.timers.settle === undefined)
    return loadTrack(state, upcoming);
  const nextState = { ...state, isPlayingAll };
  return createResult(
    nextState,
    {
      ...resetAudioState(state),
      phase: "stopped",
      track,
      position: from,
      upcoming,
      timers: startTimersKeepingMaster(nextState, "settle"),
    },
    { do: "unload" },
  );
};
