import { LONGEST_PAUSE_MS } from "./air-times.ts";
import type { DebateStatus } from "./debate.ts";

/** What decides whether a debate is live. Times are milliseconds since 1970. */
export interface LiveState {
  now: number;
  status: DebateStatus;
  isAutoPlayOn: boolean;
  /** A turn is pending or streaming. */
  isWriting: boolean;
  /** When the last turn was complete, or the debate was created. */
  writtenAt: number;
  /** When the last sentence was synthesized; 0 if none was. */
  lastSpokenAt: number;
  /** A recording of the broadcast is being made. */
  isSpeaking: boolean;
  /** When the last scheduled sentence ends; 0 if there is none. */
  lastWordAt: number;
}

/** Maximum length of the speech that remains once a turn is complete: 20 turns of 10,000 characters. */
export const LONGEST_BROADCAST_MS = 4 * 3_600_000;

const goesOn = ({
  status,
  isAutoPlayOn,
  isWriting,
}: Pick<LiveState, "status" | "isAutoPlayOn" | "isWriting">): boolean =>
  status !== "completed" && (isAutoPlayOn || isWriting);

/**
 * Whether what is recorded now is part of the debate's broadcast. A recording that a listener asks for
 * long after the last words of a debate is not.
 */
export const isBroadcasting = (state: Omit<LiveState, "isSpeaking" | "lastWordAt">): boolean =>
  goesOn(state) || state.now - Math.max(state.writtenAt, state.lastSpokenAt) < LONGEST_PAUSE_MS;

/**
 * The one rule of "live": a turn is being written or spoken, or Auto-Play is on. The same rule in SQL is
 * `infra/db/live-rule.ts`.
 */
export const isLive = (state: LiveState): boolean =>
  goesOn(state) ||
  (state.now - state.writtenAt < LONGEST_BROADCAST_MS &&
    (state.isSpeaking || state.lastWordAt > state.now));

/** What a live debate is called: one that has ended is still being broadcast. */
export const liveLabel = (status: DebateStatus): "Live" | "On air again" =>
  status === "completed" ? "On air again" : "Live";

/** Debates that a list shows with their words moving. */
export const LIVE_SHOWN = 3;

/** Characters of what is being said that a list shows. */
export const LIVE_WORDS = 200;

/** The longest line of a debate that a list shows, in characters. */
export const LINE_MAX = 220;
