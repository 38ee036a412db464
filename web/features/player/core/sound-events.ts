import type { PlayerState, SoundEvent, Sounds } from "../player-state.ts";
import { fail, finish } from "./end.ts";
import { reload } from "./load.ts";
import { announce } from "./play-all.ts";
import { mediaError, UNSUPPORTED } from "./toasts.ts";
import { type Step, step, underMaster, watched, without } from "./step.ts";

const loaded = (state: PlayerState): Step =>
  step(
    state,
    { isLoaded: true, timers: without(state.timers, "retry", "abort") },
    ...(state.position > 0 ? [{ do: "seek" as const, to: state.position }] : []),
    { do: "play" },
  );

/** Starting is not progress, so the master timer keeps running. */
const started = (state: PlayerState): Step =>
  step(
    state,
    {
      phase: "playing",
      isBuffering: false,
      isBlocked: false,
      timers: underMaster(state, "safety", "completion"),
    },
    ...(state.phase === "loading" ? announce(state) : []),
  );

const progress = (state: PlayerState, position: number, duration: number | null): Step => {
  const known = { position, duration: duration ?? state.duration };
  if (state.phase !== "playing" || position === state.position) return step(state);
  return step(state, { ...known, isBuffering: false, timers: watched(state) });
};

/** Retries an unsupported format once as MP3. */
const broken = (state: PlayerState, code: number): Step => {
  if (code !== UNSUPPORTED || state.isAltFormat) return fail(state, mediaError(code));
  const timers = underMaster(state, "abort", "lock");
  return reload({ ...state, phase: "loading", isAltFormat: true, timers }, { altFormat: true });
};

const interrupted = (state: PlayerState): Step =>
  state.phase === "playing"
    ? step(state, { phase: "paused", isBuffering: false, timers: {} })
    : step(state);

const SOUND_STEPS: {
  [Type in keyof Sounds]: (state: PlayerState, event: SoundEvent<Type>) => Step;
} = {
  loaded,
  started,
  progress: (state, { position, duration }) => progress(state, position, duration),
  buffering: (state) => step(state, { isBuffering: state.phase === "playing" }),
  interrupted,
  blocked: (state) => step(state, { phase: "paused", isBlocked: true, timers: {} }),
  ended: finish,
  refused: (state, { message }) => fail(state, message),
  broken: (state, { code }) => broken(state, code),
};

/** Applies an event of the audio element. Events of earlier loads are ignored. */
export const onSoundEvent = <Type extends keyof Sounds>(
  state: PlayerState,
  event: SoundEvent<Type>,
): Step => (event.run === state.run ? SOUND_STEPS[event.type](state, event) : step(state));
