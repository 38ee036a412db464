import type { PlayerState } from "../player-state.ts";
import { lengthOf, type Playlist, type Track } from "../track.ts";
import { load } from "./load.ts";
import { atTheGate, nowPlaying, PLAYBACK_COMPLETE } from "./toasts.ts";
import { type Effect, only, silent, type Step, step, underMaster } from "./step.ts";

const trackFrom = ({ tracks }: Playlist, turnNumber: number): Track | undefined =>
  tracks.find((track) => track.turnNumber >= turnNumber);

/** While a recording is pending, a playlist change follows when it is ready. */
const isAudible = ({ audio }: Track): boolean => audio.status !== "pending";

const complete = (state: PlayerState): Step =>
  step(
    state,
    {
      phase: "stopped",
      isPlayingAll: false,
      hasFinished: true,
      position: state.duration ?? state.position,
      wait: null,
      timers: state.playlist.behindGate > 0 ? only(state, "invite") : {},
    },
    PLAYBACK_COMPLETE,
  );

/** After "Playback Complete": tells visitors how many turns require signing in. */
export const inviteToJoin = (state: PlayerState): Step =>
  state.playlist.behindGate > 0
    ? step(state, {}, atTheGate(state.playlist.behindGate))
    : step(state);

/** Waits silently before a turn, which the player already shows. */
const waitFor = (
  state: PlayerState,
  until: "start" | "gap",
  turnNumber: number,
  position = 0,
): Step => {
  const asked = { ...state, isPlayingAll: true };
  const track = trackFrom(state.playlist, turnNumber) ?? state.track;
  return step(
    asked,
    {
      ...silent(state),
      phase: "loading",
      track,
      position,
      duration: track && lengthOf(track),
      wait: { until, turnNumber },
      timers: underMaster(asked, until),
    },
    { do: "unload" },
  );
};

export const playAll = (state: PlayerState, turnNumber: number, from: number): Step =>
  waitFor({ ...state, track: null, timers: {} }, "start", turnNumber, from);

const nextOf = ({ track }: PlayerState): number => (track?.turnNumber ?? 0) + 1;

/** After a turn: waits for the next one, or completes. */
export const advance = (state: PlayerState): Step => {
  const next = nextOf(state);
  const hasMore = trackFrom(state.playlist, next) !== undefined || !state.playlist.isOver;
  return hasMore ? waitFor(state, "gap", next) : complete(state);
};

/** After a turn that failed: waits even at the end, so that the error toast can be read. */
export const skip = (state: PlayerState): Step => waitFor(state, "gap", nextOf(state));

/**
 * When a wait is over: plays the next turn, or waits for it. The master timer limits the wait for
 * a recording; the wait for an unwritten turn has no limit.
 */
export const proceed = (state: PlayerState): Step => {
  if (state.wait === null) return step(state);
  const { turnNumber } = state.wait;
  const track = trackFrom(state.playlist, turnNumber);
  if (track && isAudible(track))
    return load(state, { track, isPlayingAll: true, from: state.position });
  if (!track && state.playlist.isOver) return complete(state);
  return step(state, {
    phase: "loading",
    track: track ?? state.track,
    wait: { until: "turn", turnNumber },
    timers: track ? underMaster(state) : {},
  });
};

/**
 * The playlist changed: a turn that was waited for is shown as next and plays after the `flag`
 * timer.
 */
export const listed = (state: PlayerState, playlist: Playlist): Step => {
  const known = { ...state, playlist };
  if (state.wait?.until !== "turn" || state.phase !== "loading") return step(known);
  const track = trackFrom(playlist, state.wait.turnNumber);
  if (!track || !isAudible(track)) return proceed(known);
  if (state.timers.flag !== undefined) return step(known);
  return step(known, { track, timers: only(state, "flag") });
};

export const announce = ({ isPlayingAll, track }: PlayerState): Effect[] =>
  isPlayingAll && track ? [nowPlaying(track)] : [];
