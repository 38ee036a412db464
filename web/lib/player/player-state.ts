import { TOAST_MS } from "#web/lib/toast.ts";
import type { Playlist, Track } from "./track.ts";

/** Seconds to seek per arrow key press or headset button. */
export const ARROW_KEY_SEEK_S = 5;
/** Seconds to seek per press of J, L or a seek button of the player. */
export const BUTTON_SEEK_S = 15;

export const TIMERS_MS = {
  /** Time from pressing Play All to the first turn. */
  start: 1000,
  gap: 3000,
  /** Time from showing a turn to playing it, after Play All has waited for this turn. */
  flag: 500,
  /** Time from the start of a load to its only retry. */
  retry: 8000,
  /** Time from the start of a load until it fails. */
  abort: 15_000,
  /** Time from the start of a load until it fails because playback never started. */
  lock: 30_000,
  /** Time without progress after which the player seeks in place and plays again. */
  safety: 30_000,
  /** Time without progress after which the turn counts as played. */
  completion: 60_000,
  /** Time without progress after which Play All stops. */
  master: 180_000,
  /** Time from stopping a turn to loading the next one, so that the audio element can reset. */
  settle: 100,
  /**
   * Time from the toast "Playback Complete" to the sign-up toast, equal to the time that a toast is
   * shown.
   */
  invite: TOAST_MS,
} as const;
export type TimerName = keyof typeof TIMERS_MS;
export const TIMER_NAMES = Object.keys(TIMERS_MS) as TimerName[];

export interface PlayRequest {
  track: Track;
  isPlayingAll: boolean;
  from: number;
}

export interface PlayerState {
  phase: "idle" | "loading" | "playing" | "paused" | "stopped" | "error";
  /**
   * The turn in the player; null while the player is closed or Play All waits for the first turn.
   */
  track: Track | null;
  isPlayingAll: boolean;
  /** What Play All waits for, and the turn it plays next; null while it does not wait. */
  wait: { until: "start" | "gap" | "turn"; turnNumber: number } | null;
  /** Position in the turn, in seconds. */
  position: number;
  /** Duration of the turn, in seconds; null until known. */
  duration: number | null;
  /** Whether the audio element has the file, so that it can seek and resume. */
  isLoaded: boolean;
  isBuffering: boolean;
  /** Whether the browser's autoplay policy requires a tap first. */
  isBlocked: boolean;
  hasFinished: boolean;
  error: string | null;
  /** The turn that starts when the `settle` timer elapses; null if none does. */
  upcoming: PlayRequest | null;
  /** Number of the current load; events of earlier loads are ignored. */
  loadId: number;
  isAltFormat: boolean;
  /**
   * Running timers by name. The value is the `step` (number of the event) that started the timer. A
   * new value restarts it.
   */
  timers: Readonly<Partial<Record<TimerName, number>>>;
  step: number;
  playlist: Playlist;
  rate: number;
  /** Volume from 0 to 1. */
  volume: number;
}

export const IDLE_PLAYER_STATE: PlayerState = {
  phase: "idle",
  track: null,
  isPlayingAll: false,
  wait: null,
  position: 0,
  duration: null,
  isLoaded: false,
  isBuffering: false,
  isBlocked: false,
  hasFinished: false,
  error: null,
  upcoming: null,
  loadId: 0,
  isAltFormat: false,
  timers: {},
  step: 0,
  playlist: {
    tracks: [],
    isOver: false,
    isVoiced: false,
    streamingTurnNumber: null,
    lockedTurnCount: 0,
  },
  rate: 1,
  volume: 1,
};

type NoPayload = unknown;

/** Commands from the interface, by type. */
export interface PlayerCommands {
  play: { turnId: number; from?: number };
  "play-all": { turnId?: number; from?: number };
  pause: NoPayload;
  resume: NoPayload;
  stop: NoPayload;
  close: NoPayload;
  seek: { to: number };
  /** Position in the episode, i.e. the whole debate, in seconds. */
  "seek-playlist": { positionS: number };
  /** Moves by seconds, also into another turn. */
  move: { by: number };
  skip: { by: 1 | -1 };
  /** Shows a turn as finished, after the live player has played it to the end. */
  finish: { turnId: number };
  tune: { rate?: number; volume?: number };
}

/** Events of the audio element and of its download, by type. */
export interface AudioEvents {
  loaded: NoPayload;
  started: NoPayload;
  progress: { position: number; duration: number | null };
  buffering: NoPayload;
  /** Playback was paused by something else, e.g. the operating system. */
  interrupted: NoPayload;
  blocked: NoPayload;
  ended: NoPayload;
  /** The download failed; `message` is shown to the user. */
  refused: { message: string };
  /** Playback failed; `code` is a MediaError code. */
  broken: { code: number };
}

export type PlayerCommand<Type extends keyof PlayerCommands = keyof PlayerCommands> = {
  [Name in Type]: { type: Name } & PlayerCommands[Name];
}[Type];

/** `loadId` is the number of the load that caused the event. */
export type AudioEvent<Type extends keyof AudioEvents = keyof AudioEvents> = {
  [Name in Type]: { type: Name; loadId: number } & AudioEvents[Name];
}[Type];

export type PlayerEvent =
  | PlayerCommand
  | AudioEvent
  | { type: "listed"; playlist: Playlist }
  | { type: "due"; timer: TimerName };

export const isPlayerVisible = ({ track, phase }: PlayerState): boolean =>
  track !== null || phase !== "idle";

/** Whether a turn is loading, playing or paused, so that Stop applies. */
export const isPlayerActive = ({ phase }: PlayerState): boolean =>
  phase === "loading" || phase === "playing" || phase === "paused";

export const isPlayerAudible = ({ phase, isBuffering, upcoming }: PlayerState): boolean =>
  phase === "playing" && !isBuffering && upcoming === null;

/** Whether this turn is active in the player, so that its button shows Stop. */
export const isPlayingTurn = (state: PlayerState, turnId: number): boolean =>
  isPlayerActive(state) && state.track?.turnId === turnId && state.wait?.until !== "turn";
