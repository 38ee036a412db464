import {
  IDLE_PLAYER_STATE,
  isPlayerActive,
  type PlayerState,
  type PlayerCommand,
  type PlayerCommands,
} from "../player-state.ts";
import { findTrackAtPosition, buildChapters, toEpisodePositionS } from "../chapters.ts";
import { stopPlayback } from "./end-of-turn.ts";
import { startTrack } from "./load-track.ts";
import { playNextTurn, startPlayAll, endWait } from "./play-all.ts";
import {
  AUDIO_NOT_AVAILABLE_EFFECT,
  dismissNowPlaying,
  VOICE_UNAVAILABLE_EFFECT,
} from "./player-toasts.ts";
import { getTrackDurationS } from "../track.ts";
import {
  resetAudioState,
  type TransitionResult,
  createResult,
  startTimersKeepingMaster,
  restartProgressTimers,
} from "./transition-result.ts";

const playOne = (
  state: PlayerState,
  turnId: number,
  from: number | undefined,
): TransitionResult => {
  if (!state.playlist.isVoiced) return createResult(state, {}, VOICE_UNAVAILABLE_EFFECT);
  if (from !== undefined && state.isLoaded && state.track?.turnId === turnId)
    return createResult(
      state,
      {
        phase: "playing",
        position: from,
        isBlocked: false,
        hasFinished: false,
        timers: restartProgressTimers(state),
      },
      { do: "seek", to: from },
      { do: "play" },
    );
  const track = state.playlist.tracks.find((track) => track.turnId === turnId);
  return track
    ? startTrack(state, { track, isPlayingAll: false, from: from ?? 0 })
    : createResult(state);
};

const playAllFrom = (
  state: PlayerState,
  turnId: number | undefined,
  from: number,
): TransitionResult => {
  if (!state.playlist.isVoiced) return createResult(state, {}, AUDIO_NOT_AVAILABLE_EFFECT);
  const { tracks } = state.playlist;
  return startPlayAll(
    state,
    tracks.find((track) => track.turnId === turnId)?.turnNumber ?? 1,
    from,
  );
};

const pause = (state: PlayerState): TransitionResult => {
  if (state.phase === "playing")
    return createResult(state, { phase: "paused", timers: {} }, { do: "pause" });
  return state.wait
    ? createResult(state, { phase: "paused", timers: {} }, { do: "pause" })
    : createResult(state);
};

const resume = (state: PlayerState): TransitionResult => {
  const { phase, wait, isBlocked, track, hasFinished, position, duration } = state;
  if (phase === "paused" && wait) return endWait(state);
  // While paused, the user has moved the position to the end of the turn.
  if (phase === "paused" && state.isPlayingAll && position === duration) return playNextTurn(state);
  // The browser had blocked playback. Starts it as if the turn had just been loaded.
  if (isBlocked)
    return createResult(
      state,
      { phase: "loading", isBlocked: false, timers: startTimersKeepingMaster(state, "lock") },
      { do: "play" },
    );
  if (phase === "paused")
    return createResult(
      state,
      { phase: "playing", timers: restartProgressTimers(state) },
      { do: "play" },
    );
  if (track === null || isPlayerActive(state) || state.upcoming) return createResult(state);
  return startTrack(state, { track, isPlayingAll: false, from: hasFinished ? 0 : position });
};

/** If no audio is loaded, only sets the position at which playback will start. */
const seek = (state: PlayerState, to: number): TransitionResult => {
  const position = Math.max(0, Math.min(to, state.duration ?? to));
  if (!state.isLoaded) return createResult(state, { position, hasFinished: false });
  const phase = state.phase === "stopped" ? "paused" : state.phase;
  const timers = phase === "playing" ? restartProgressTimers(state) : state.timers;
  return createResult(
    state,
    { phase, position, timers, hasFinished: false },
    { do: "seek", to: position },
  );
};

/** Seeks in the whole debate. If the position is in another turn, starts that turn there. */
const seekInPlaylist = (state: PlayerState, episodePositionS: number): TransitionResult => {
  const to = findTrackAtPosition(buildChapters(state.playlist.tracks), episodePositionS);
  if (!to || state.track === null) return createResult(state);
  if (to.track.turnId === state.track.turnId) return seek(state, to.position);
  const { isPlayingAll } = state;
  return startTrack(state, { track: to.track, isPlayingAll, from: to.position });
};

const seekBy = (state: PlayerState, by: number): TransitionResult =>
  seekInPlaylist(state, toEpisodePositionS(buildChapters(state.playlist.tracks), state) + by);

const skipTurn = (state: PlayerState, by: 1 | -1): TransitionResult => {
  const { tracks } = state.playlist;
  const track = tracks[tracks.findIndex(({ turnId }) => turnId === state.track?.turnId) + by];
  if (!track || state.track === null) return createResult(state);
  return startTrack(state, { track, isPlayingAll: state.isPlayingAll, from: 0 });
};

const showTurnAsFinished = (state: PlayerState, turnId: number): TransitionResult => {
  const track = state.playlist.tracks.find((each) => each.turnId === turnId);
  if (!track || isPlayerActive(state)) return createResult(state);
  const duration = getTrackDurationS(track);
  const finished = { phase: "stopped", hasFinished: true, position: duration ?? 0 } as const;
  return createResult(state, { ...resetAudioState(state), ...finished, track, duration });
};

const closePlayer = (state: PlayerState): TransitionResult => {
  const { playlist, rate, volume, loadId, step: at, isPlayingAll, track } = state;
  const dismissals = isPlayingAll && track ? [dismissNowPlaying(track)] : [];
  return createResult(
    IDLE_PLAYER_STATE,
    { playlist, rate, volume, loadId: loadId + 1, step: at },
    { do: "unload" },
    ...dismissals,
  );
};

const COMMAND_HANDLERS: {
  [Type in keyof PlayerCommands]: (
    state: PlayerState,
    command: PlayerCommand<Type>,
  ) => TransitionResult;
} = {
  play: (state, { turnId, from }) => playOne(state, turnId, from),
  "play-all": (state, { turnId, from = 0 }) => playAllFrom(state, turnId, from),
  pause,
  resume,
  stop: (state) =>
    isPlayerActive(state) || state.upcoming ? stopPlayback(state) : createResult(state),
  close: closePlayer,
  seek: (state, { to }) => seek(state, to),
  "seek-playlist": (state, { positionS }) => seekInPlaylist(state, positionS),
  move: (state, { by }) => seekBy(state, by),
  skip: (state, { by }) => skipTurn(state, by),
  finish: (state, { turnId }) => showTurnAsFinished(state, turnId),
  tune: (state, { rate = state.rate, volume = state.volume }) =>
    createResult(state, { rate, volume }),
};

export const handleCommand = <Type extends keyof PlayerCommands>(
  state: PlayerState,
  command: PlayerCommand<Type>,
): TransitionResult => COMMAND_HANDLERS[command.type](state, command);
