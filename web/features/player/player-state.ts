import { TOAST_MS } from "#web/lib/toast.ts";
import type { Playlist, Track } from "./track.ts";

/** How long each wait is, in milliseconds. */
export const TIMERS_MS = {
  /** From pressing Play All to the first turn. */
  start: 1000,
  /** Between two turns. */
  gap: 3000,
  /** From a turn that was waited for being flagged as next to its playing. */
  flag: 500,
  /** Until a load is tried for a second, and last, time. */
  retry: 8000,
  /** Until a load is given up. */
  abort: 15_000,
  /** Until one that was loaded and did not start lets go of the sound. */
  lock: 30_000,
  /** Without progress, until the sound is nudged. */
  safety: 30_000,
  /** Without progress, until the turn counts as played. */
  completion: 60_000,
  /** Without progress, until Play All gives up. */
  master: 180_000,
  /** From stopping to being able to start again. */
  settle: 100,
  /** From 'Playback Complete' to the invitation to join: as long as a toast is shown. */
  invite: TOAST_MS,
} as const;
export type TimerName = keyof typeof TIMERS_MS;
export const TIMER_NAMES = Object.keys(TIMERS_MS) as TimerName[];

/** What the player is asked to play. */
export interface PlayRequest {
  track: Track;
  isPlayingAll: boolean;
  /** Seconds. */
  from: number;
}

export interface PlayerState {
  phase: "idle" | "loading" | "playing" | "paused" | "stopped" | "error";
  /** The turn in the player; null when it is closed, or when Play All waits for the first one. */
  track: Track | null;
  /** Whether the following turns are to be played too. */
  isPlayingAll: boolean;
  /** Why Play All is silent, and which turn it plays next. */
  wait: { until: "start" | "gap" | "turn"; turnNumber: number } | null;
  /** Seconds. */
  position: number;
  /** Seconds; null while unknown. */
  duration: number | null;
  /** Whether the sound is with the audio element, so that it can be sought and resumed. */
  isLoaded: boolean;
  isBuffering: boolean;
  /** The browser wants a tap before it makes any sound. */
  isBlocked: boolean;
  /** Played to the end. */
  hasFinished: boolean;
  error: string | null;
  /** What goes on when stopping has settled. */
  upcoming: PlayRequest | null;
  /** Counts loads: events of an older one are void. */
  run: number;
  isAltFormat: boolean;
  /** Which timers are running, and since which step: a timer with another step starts over. */
  timers: Readonly<Partial<Record<TimerName, number>>>;
  step: number;
  playlist: Playlist;
  rate: number;
  /** From 0 to 1. */
  volume: number;
}

export const IDLE: PlayerState = {
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
  run: 0,
  isAltFormat: false,
  timers: {},
  step: 0,
  playlist: { tracks: [], isOver: false, isVoiced: false, writing: null, behindGate: 0 },
  rate: 1,
  volume: 1,
};

/** What says all by its name. */
type Nothing = unknown;

/** What people ask of the player. */
export interface PlayerCommands {
  play: { turnId: number; from?: number };
  "play all": { turnId?: number; from?: number };
  pause: Nothing;
  resume: Nothing;
  stop: Nothing;
  close: Nothing;
  seek: { to: number };
  /** To a place in all that can be heard, in seconds. */
  "go to": { place: number };
  /** So many seconds on, or back, over the ends of turns. */
  move: { by: number };
  skip: { by: 1 | -1 };
  /** Elsewhere, this turn was heard to its end. */
  finish: { turnId: number };
  tune: { rate?: number; volume?: number };
}

/** What the audio element and the request for its sound tell. */
export interface Sounds {
  loaded: Nothing;
  started: Nothing;
  progress: { position: number; duration: number | null };
  buffering: Nothing;
  /** Something else paused it. */
  interrupted: Nothing;
  blocked: Nothing;
  ended: Nothing;
  /** The request failed: in the server's words. */
  refused: { message: string };
  /** The sound cannot be played: a code of MediaError. */
  broken: { code: number };
}

export type PlayerCommand<Type extends keyof PlayerCommands = keyof PlayerCommands> = {
  [Name in Type]: { type: Name } & PlayerCommands[Name];
}[Type];

/** `run` is the load it belongs to. */
export type SoundEvent<Type extends keyof Sounds = keyof Sounds> = {
  [Name in Type]: { type: Name; run: number } & Sounds[Name];
}[Type];

export type PlayerEvent =
  | PlayerCommand
  | SoundEvent
  | { type: "listed"; playlist: Playlist }
  | { type: "due"; timer: TimerName };

/** Whether there is anything to show a player for. */
export const isOpen = ({ track, phase }: PlayerState): boolean =>
  track !== null || phase !== "idle";

/** Whether something is loaded, played or waited for, that can be stopped. */
export const isActive = ({ phase }: PlayerState): boolean =>
  phase === "loading" || phase === "playing" || phase === "paused";

/** Whether its voice is heard just now. */
export const isHeard = ({ phase, isBuffering, upcoming }: PlayerState): boolean =>
  phase === "playing" && !isBuffering && upcoming === null;

/** Whether this turn is the one, so that its button stops it. */
export const isPlayingTurn = (state: PlayerState, turnId: number): boolean =>
  isActive(state) && state.track?.turnId === turnId && state.wait?.until !== "turn";
