import { type PlayerState, TIMERS_MS } from "../player-state.ts";
import { buildAudioUrl, getTrackDurationS, type Playlist, type Track } from "../track.ts";
import { loadTrack } from "./load-track.ts";
import {
  showVisitorLimitToast,
  showNowPlaying,
  PLAYBACK_COMPLETE_EFFECT,
} from "./player-toasts.ts";
import {
  type PlayerEffect,
  startTimers,
  resetAudioState,
  type TransitionResult,
  createResult,
  startTimersKeepingMaster,
} from "./transition-result.ts";

const findTrackFrom = ({ tracks }: Playlist, turnNumber: number): Track | undefined =>
  tracks.find((track) => track.turnNumber >= turnNumber);

/**
 * Length of the silence between turns. It is longer than the `gap` timer, which usually ends the
 * silence.
 */
const GAP_SILENCE_MS = TIMERS_MS.gap + 50;

/** A pending recording cannot be played; when it is ready, the playlist changes. */
const isPlayable = ({ audio }: Track): boolean => audio.status !== "pending";

const completePlayAll = (state: PlayerState): TransitionResult =>
  createResult(
    state,
    {
      phase: "stopped",
      isPlayingAll: false,
      hasFinished: true,
      position: state.duration ?? state.position,
      wait: null,
      timers: state.playlist.lockedTurnCount > 0 ? startTimers(state, "invite") : {},
    },
    PLAYBACK_COMPLETE_EFFECT,
  );

/**
 * Shown after the toast "Playback Complete". Tells visitors how many turns they can hear only after
 * signing in.
 */
export const showSignUpToast = (state: PlayerState): TransitionResult =>
  state.playlist.lockedTurnCount > 0
    ? createResult(state, {}, showVisitorLimitToast(state.playlist.lockedTurnCount))
    : createResult(state);

/** Waits before a turn. The player shows this turn meanwhile. */
const waitForTurn = (
  state: PlayerState,
  until: "start" | "gap",
  turnNumber: number,
  position = 0,
): TransitionResult => {
  const nextState = { ...state, isPlayingAll: true };
  const track = findTrackFrom(state.playlist, turnNumber) ?? state.track;
  return createResult(
    nextState,
    {
      ...resetAudioState(state),
      phase: "loading",
      track,
      position,
      duration: track && getTrackDurationS(track),
      wait: { until, turnNumber },
      timers: startTimersKeepingMaster(nextState, until),
    },
    until === "gap" ? { do: "play-silence", ms: GAP_SILENCE_MS } : { do: "unload" },
  );
};

export const startPlayAll = (
  state: PlayerState,
  turnNumber: number,
  from: number,
): TransitionResult =>
  waitForTurn({ ...state, track: null, timers: {} }, "start", turnNumber, from);

const nextTurnNumber = ({ track }: PlayerState): number => (track?.turnNumber ?? 0) + 1;

/** After a turn, waits for the next one, or ends Play All if there is none. */
export const playNextTurn = (state: PlayerState): TransitionResult => {
  const next = nextTurnNumber(state);
  const hasMore = findTrackFrom(state.playlist, next) !== undefined || !state.playlist.isOver;
  return hasMore ? waitForTurn(state, "gap", next) : completePlayAll(state);
};

/** After a failed turn, waits even if it was the last one, so that the error toast can be read. */
export const skipFailedTurn = (state: PlayerState): TransitionResult =>
  waitForTurn(state, "gap", nextTurnNumber(state));

/**
 * When a wait is over, plays the next turn or goes on waiting for it. The `master` timer limits the
 * wait for a recording to 3 minutes. The wait for a turn that is not written yet has no limit.
 */
export const endWait = (state: PlayerState): TransitionResult => {
  if (state.wait === null) return createResult(state);
  const { turnNumber } = state.wait;
  const track = findTrackFrom(state.playlist, turnNumber);
  if (track && isPlayable(track))
    return loadTrack(state, { track, isPlayingAll: true, from: state.position });
  if (!track && state.playlist.isOver) return completePlayAll(state);
  return createResult(state, {
    phase: "loading",
    track: track ?? state.track,
    wait: { until: "turn", turnNumber },
    timers: track ? startTimersKeepingMaster(state) : {},
  });
};

/** Handles the end of the silence between two turns. */
export const endGap = (state: PlayerState): TransitionResult =>
  state.wait?.until === "gap" && state.phase === "loading" ? endWait(state) : createResult(state);

/** Preloads the turn that Play All plays next, so that it can begin at once. */
export const preloadEffects = (state: PlayerState): PlayerEffect[] => {
  const track = state.isPlayingAll && findTrackFrom(state.playlist, nextTurnNumber(state));
  return track && isPlayable(track) ? [{ do: "preload", url: buildAudioUrl(track) }] : [];
};

/**
 * Applies a new playlist. If Play All waits for a turn and the new playlist contains this turn,
 * shows the turn as next and plays it half a second later (`flag` timer).
 */
export const handlePlaylistChange = (state: PlayerState, playlist: Playlist): TransitionResult => {
  const nextState = { ...state, playlist };
  if (state.phase === "playing") return createResult(nextState, {}, ...preloadEffects(nextState));
  if (state.wait?.until !== "turn" || state.phase !== "loading") return createResult(nextState);
  const track = findTrackFrom(playlist, state.wait.turnNumber);
  if (!track || !isPlayable(track)) return endWait(nextState);
  if (state.timers.flag !== undefined) return createResult(nextState);
  return createResult(nextState, { track, timers: startTimers(state, "flag") });
};

export const nowPlayingEffects = ({ isPlayingAll, track }: PlayerState): PlayerEffect[] =>
  isPlayingAll && track ? [showNowPlaying(track)] : [];
