import { MAX_LISTENED_PAUSE_MS } from "../audio/sentence-schedule.ts";
import type { DebateStatus } from "./debate.ts";

/** All values that decide whether a debate is live. Times are milliseconds since 1970. */
export interface LiveState {
  now: number;
  status: DebateStatus;
  isAutoPlayOn: boolean;
  /** Whether a turn is pending or streaming. */
  isWriting: boolean;
  /** When the last turn was completed. Without turns, when the debate was created. */
  writtenAt: number;
  /** When the last sentence was synthesized; 0 if none was. */
  lastSpokenAt: number;
  isSpeaking: boolean;
  /** When the last scheduled sentence ends; 0 if there is none. */
  lastWordAt: number;
}

/**
 * Maximum duration of the audio that is still to be played when a turn is complete. A debate of 20
 * turns with 10,000 characters each takes this long.
 */
export const LONGEST_BROADCAST_MS = 4 * 3_600_000;

const isContinuing = ({
  status,
  isAutoPlayOn,
  isWriting,
}: Pick<LiveState, "status" | "isAutoPlayOn" | "isWriting">): boolean =>
  status !== "completed" && (isAutoPlayOn || isWriting);

/**
 * Whether new recordings are played in the debate's live stream. A recording that is requested long
 * after the debate's last sentence is not played there.
 */
export const isBroadcasting = (state: Omit<LiveState, "isSpeaking" | "lastWordAt">): boolean =>
  isContinuing(state) ||
  state.now - Math.max(state.writtenAt, state.lastSpokenAt) < MAX_LISTENED_PAUSE_MS;

/**
 * Whether a debate is live: a turn is being written or spoken, or Auto-Play is on.
 * `infra/db/debates/live-debate-sql.ts` contains the same rule in SQL.
 */
export const isLive = (state: LiveState): boolean =>
  isContinuing(state) ||
  (state.now - state.writtenAt < LONGEST_BROADCAST_MS &&
    (state.isSpeaking || state.lastWordAt > state.now));

/** Label of a live debate. A completed debate is live while its audio still plays. */
export const getLiveLabel = (status: DebateStatus): "Live" | "On air again" =>
  status === "completed" ? "On air again" : "Live";

export const MAX_LIVE_PREVIEWS = 3;

export const LIVE_PREVIEW_MAX_CHARACTERS = 200;

export const HIGHLIGHT_MAX_CHARACTERS = 220;
