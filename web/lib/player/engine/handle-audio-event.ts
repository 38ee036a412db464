import type { PlayerState, AudioEvent, AudioEvents } from "../player-state.ts";
import { failPlayback, finishTurn } from "./end-of-turn.ts";
import { reloadTrack } from "./load-track.ts";
import { endGap, nowPlayingEffects, preloadEffects } from "./play-all.ts";
import { getMediaErrorText, MEDIA_ERR_SRC_NOT_SUPPORTED } from "./player-toasts.ts";
import {
  type TransitionResult,
  createResult,
  startTimersKeepingMaster,
  restartProgressTimers,
  omitTimers,
} from "./transition-result.ts";

const handleLoaded = (state: PlayerState): TransitionResult =>
  createResult(
    state,
    { isLoaded: true, timers: omitTimers(state.timers, "retry", "abort") },
    ...(state.position > 0 ? [{ do: "seek" as const, to: state.position }] : []),
    { do: "play" },
  );

/**
 * The start of playback is no progress yet, so the `master` timer, which ends a playback without
 * progress, keeps running.
 */
const handleStarted = (state: PlayerState): TransitionResult =>
  createResult(
    state,
    {
      phase: "playing",
      isBuffering: false,
      isBlocked: false,
      timers: startTimersKeepingMaster(state, "safety", "completion"),
    },
    ...(state.phase === "loading" ? [...nowPlayingEffects(state), ...preloadEffects(state)] : []),
  );

const handleProgress = (
  state: PlayerState,
  position: number,
  duration: number | null,
): TransitionResult => {
  const progress = { position, duration: duration ?? state.duration };
  if (state.phase !== "playing" || position === state.position) return createResult(state);
  return createResult(state, {
    ...progress,
    isBuffering: false,
    timers: restartProgressTimers(state),
  });
};

/** If the browser does not support the format, loads the turn again as MP3, once. */
const handleDecodeError = (state: PlayerState, code: number): TransitionResult => {
  if (code !== MEDIA_ERR_SRC_NOT_SUPPORTED || state.isAltFormat)
    return failPlayback(state, getMediaErrorText(code));
  const timers = startTimersKeepingMaster(state, "abort", "lock");
  return reloadTrack(
    { ...state, phase: "loading", isAltFormat: true, timers },
    { altFormat: true },
  );
};

const handleInterrupted = (state: PlayerState): TransitionResult =>
  state.phase === "playing"
    ? createResult(state, { phase: "paused", isBuffering: false, timers: {} })
    : createResult(state);

const AUDIO_EVENT_HANDLERS: {
  [Type in keyof AudioEvents]: (state: PlayerState, event: AudioEvent<Type>) => TransitionResult;
} = {
  loaded: handleLoaded,
  started: handleStarted,
  progress: (state, { position, duration }) => handleProgress(state, position, duration),
  buffering: (state) => createResult(state, { isBuffering: state.phase === "playing" }),
  interrupted: handleInterrupted,
  blocked: (state) => createResult(state, { phase: "paused", isBlocked: true, timers: {} }),
  ended: finishTurn,
  refused: (state, { message }) => failPlayback(state, message),
  broken: (state, { code }) => handleDecodeError(state, code),
};

/**
 * Applies an event of the audio element. Events of earlier loads are ignored. While Play All waits,
 * the element plays silence, of which only the event `ended` matters.
 */
export const handleAudioEvent = <Type extends keyof AudioEvents>(
  state: PlayerState,
  event: AudioEvent<Type>,
): TransitionResult => {
  if (event.loadId !== state.loadId) return createResult(state);
  if (state.wait) return event.type === "ended" ? endGap(state) : createResult(state);
  return AUDIO_EVENT_HANDLERS[event.type](state, event);
};
