import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { MAX_LISTENED_PAUSE_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { LiveAudioState } from "./live-audio-store.ts";
import { findLiveSentenceAt, getLastWordEnd } from "./live-sentence.ts";

/** Maximum lag that counts as live. Includes the stream's usual delay. */
const LIVE_TOLERANCE_MS = 4000;
const LATE_VOICE_MS = 5000;

/** Whether nothing more will be spoken after this stream time. */
export const hasStreamEnded = (live: LiveScheduleView, moment: number): boolean => {
  const isHeard = moment >= getLastWordEnd(live) - 1000;
  if (live.outlook === "more") return false;
  if (live.outlook === "pause")
    return isHeard && live.now - getLastWordEnd(live) > MAX_LISTENED_PAUSE_MS;
  return isHeard;
};

interface LiveListenerState extends Pick<LiveAudioState, "moment" | "now" | "since"> {
  /** Text exists that has not been spoken to its end. */
  hasWords: boolean;
}

export const getLiveStatusText = (
  live: LiveScheduleView,
  { moment, now, since, hasWords }: LiveListenerState,
): string => {
  const isSilent = findLiveSentenceAt(live, moment)?.isOver ?? true;
  const silentMs = moment - Math.max(getLastWordEnd(live), since);
  if (isSilent && live.outlook === "pause") return "Waiting for the next turn";
  if (isSilent && hasWords && silentMs > LATE_VOICE_MS) return "Waiting for the voice";
  return isAtLiveEdge(moment, now) ? "Live" : `${Math.round((now - moment) / 1000)} s behind`;
};

export const isAtLiveEdge = (moment: number, now: number): boolean =>
  now - moment < LIVE_TOLERANCE_MS;
