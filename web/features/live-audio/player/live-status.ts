import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { MAX_LISTENED_PAUSE_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { LiveAudioState } from "../live-audio-store.ts";
import { findLiveSentenceAt, getLastWordEnd } from "../live-sentence.ts";

/** Playback counts as live up to this delay, which includes the stream's usual delay. */
const LIVE_TOLERANCE_MS = 4000;
const LATE_VOICE_MS = 5000;

/** Whether nothing more will be spoken after this stream time. */
export const hasStreamEnded = (schedule: LiveScheduleView, streamTime: number): boolean => {
  const hasHeardAll = streamTime >= getLastWordEnd(schedule) - 1000;
  if (schedule.outlook === "more") return false;
  if (schedule.outlook === "pause")
    return hasHeardAll && schedule.now - getLastWordEnd(schedule) > MAX_LISTENED_PAUSE_MS;
  return hasHeardAll;
};

interface LiveListenerState extends Pick<LiveAudioState, "streamTime" | "now" | "playingSince"> {
  /** Whether there is text whose speech does not exist yet. */
  hasUnspokenText: boolean;
}

export const getLiveStatusText = (
  schedule: LiveScheduleView,
  { streamTime, now, playingSince, hasUnspokenText }: LiveListenerState,
): string => {
  const isSilent = findLiveSentenceAt(schedule, streamTime)?.isOver ?? true;
  const silentMs = streamTime - Math.max(getLastWordEnd(schedule), playingSince);
  if (isSilent && schedule.outlook === "pause") return "Waiting for the next turn";
  if (isSilent && hasUnspokenText && silentMs > LATE_VOICE_MS) return "Waiting for the voice";
  return isAtLiveEdge(streamTime, now)
    ? "Live"
    : `${Math.round((now - streamTime) / 1000)} s behind`;
};

export const isAtLiveEdge = (streamTime: number, now: number): boolean =>
  now - streamTime < LIVE_TOLERANCE_MS;
