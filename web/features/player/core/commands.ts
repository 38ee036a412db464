import {
  IDLE,
  isActive,
  type PlayerState,
  type PlayerCommand,
  type PlayerCommands,
} from "../player-state.ts";
import { atPlace, chaptersOf, placeInWhole } from "../chapters.ts";
import { stop } from "./end.ts";
import { start } from "./load.ts";
import { advance, playAll, proceed } from "./play-all.ts";
import { AUDIO_NOT_AVAILABLE, unsayPlaying, VOICE_UNAVAILABLE } from "./toasts.ts";
import { lengthOf } from "../track.ts";
import { silent, type Step, step, underMaster, watched } from "./step.ts";

const playOne = (state: PlayerState, turnId: number, from: number | undefined): Step => {
  if (!state.playlist.isVoiced) return step(state, {}, VOICE_UNAVAILABLE);
  if (from !== undefined && state.isLoaded && state.track?.turnId === turnId)
    return step(
      state,
      {
        phase: "playing",
        position: from,
        isBlocked: false,
        hasFinished: false,
        timers: watched(state),
      },
      { do: "seek", to: from },
      { do: "play" },
    );
  const track = state.playlist.tracks.find((track) => track.turnId === turnId);
  return track ? start(state, { track, isPlayingAll: false, from: from ?? 0 }) : step(state);
};

const playFrom = (state: PlayerState, turnId: number | undefined, from: number): Step => {
  if (!state.playlist.isVoiced) return step(state, {}, AUDIO_NOT_AVAILABLE);
  const { tracks } = state.playlist;
  return playAll(state, tracks.find((track) => track.turnId === turnId)?.turnNumber ?? 1, from);
};

const pause = (state: PlayerState): Step => {
  if (state.phase === "playing")
    return step(state, { phase: "paused", timers: {} }, { do: "pause" });
  return state.wait ? step(state, { phase: "paused", timers: {} }) : step(state);
};

const resume = (state: PlayerState): Step => {
  const { phase, wait, isBlocked, track, hasFinished, position, duration } = state;
  if (phase === "paused" && wait) return proceed(state);
  // The position was moved to the end while paused.
  if (phase === "paused" && state.isPlayingAll && position === duration) return advance(state);
  // Playback has not begun: go back to the state right after loading.
  if (isBlocked)
    return step(
      state,
      { phase: "loading", isBlocked: false, timers: underMaster(state, "lock") },
      { do: "play" },
    );
  if (phase === "paused")
    return step(state, { phase: "playing", timers: watched(state) }, { do: "play" });
  if (track === null || isActive(state) || state.upcoming) return step(state);
  return start(state, { track, isPlayingAll: false, from: hasFinished ? 0 : position });
};

/** Before loading, this only sets the start position. */
const seek = (state: PlayerState, to: number): Step => {
  const position = Math.max(0, Math.min(to, state.duration ?? to));
  if (!state.isLoaded) return step(state, { position, hasFinished: false });
  const phase = state.phase === "stopped" ? "paused" : state.phase;
  const timers = phase === "playing" ? watched(state) : state.timers;
  return step(state, { phase, position, timers, hasFinished: false }, { do: "seek", to: position });
};

/** A position in another turn starts that turn there. */
const goTo = (state: PlayerState, place: number): Step => {
  const to = atPlace(chaptersOf(state.playlist.tracks), place);
  if (!to || state.track === null) return step(state);
  if (to.track.turnId === state.track.turnId) return seek(state, to.position);
  const { isPlayingAll } = state;
  return start(state, { track: to.track, isPlayingAll, from: to.position });
};

const move = (state: PlayerState, by: number): Step =>
  goTo(state, placeInWhole(chaptersOf(state.playlist.tracks), state) + by);

const skip = (state: PlayerState, by: 1 | -1): Step => {
  const { tracks } = state.playlist;
  const track = tracks[tracks.findIndex(({ turnId }) => turnId === state.track?.turnId) + by];
  if (!track || state.track === null) return step(state);
  return start(state, { track, isPlayingAll: state.isPlayingAll, from: 0 });
};

const finishTurn = (state: PlayerState, turnId: number): Step => {
  const track = state.playlist.tracks.find((each) => each.turnId === turnId);
  if (!track || isActive(state)) return step(state);
  const duration = lengthOf(track);
  const heard = { phase: "stopped", hasFinished: true, position: duration ?? 0 } as const;
  return step(state, { ...silent(state), ...heard, track, duration });
};

const close = (state: PlayerState): Step => {
  const { playlist, rate, volume, run, step: at, isPlayingAll, track } = state;
  const untrue = isPlayingAll && track ? [unsayPlaying(track)] : [];
  return step(
    IDLE,
    { playlist, rate, volume, run: run + 1, step: at },
    { do: "unload" },
    ...untrue,
  );
};

const COMMAND_STEPS: {
  [Type in keyof PlayerCommands]: (state: PlayerState, command: PlayerCommand<Type>) => Step;
} = {
  play: (state, { turnId, from }) => playOne(state, turnId, from),
  "play all": (state, { turnId, from = 0 }) => playFrom(state, turnId, from),
  pause,
  resume,
  stop: (state) => (isActive(state) || state.upcoming ? stop(state) : step(state)),
  close,
  seek: (state, { to }) => seek(state, to),
  "go to": (state, { place }) => goTo(state, place),
  move: (state, { by }) => move(state, by),
  skip: (state, { by }) => skip(state, by),
  finish: (state, { turnId }) => finishTurn(state, turnId),
  tune: (state, { rate = state.rate, volume = state.volume }) => step(state, { rate, volume }),
};

export const onCommand = <Type extends keyof PlayerCommands>(
  state: PlayerState,
  command: PlayerCommand<Type>,
): Step => COMMAND_STEPS[command.type](state, command);
