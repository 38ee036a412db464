import type { LiveSpeech } from "#shared/contract/live.ts";
import { LONGEST_PAUSE_MS } from "#shared/domain/air-times.ts";
import type { RadioState } from "./radio-state.ts";
import { heardAt, lastWordAt } from "./on-air.ts";

/** A listener is as good as live up to here: it takes that long to come through. */
const LIVE_MS = 4000;
/** The voice takes longer than usual. */
const LATE_MS = 5000;

/** Whether there is nothing more to come after a moment on the air. */
export const isOverAt = (live: LiveSpeech, moment: number): boolean => {
  const isHeard = moment >= lastWordAt(live) - 1000;
  if (live.outlook === "more") return false;
  if (live.outlook === "pause") return isHeard && live.now - lastWordAt(live) > LONGEST_PAUSE_MS;
  return isHeard;
};

/** Somebody who listens. */
interface Ear extends Pick<RadioState, "moment" | "now" | "since"> {
  /** There are words that were not heard, or not to their end. */
  hasWords: boolean;
}

/** How it stands with what is heard at a moment, in words. */
export const airWord = (live: LiveSpeech, { moment, now, since, hasWords }: Ear): string => {
  const isSilent = heardAt(live, moment)?.isOver ?? true;
  const silentMs = moment - Math.max(lastWordAt(live), since);
  if (isSilent && live.outlook === "pause") return "The debate pauses";
  if (isSilent && hasWords && silentMs > LATE_MS) return "The voice pauses";
  return isLive(moment, now) ? "Live" : `${Math.round((now - moment) / 1000)} s behind`;
};

export const isLive = (moment: number, now: number): boolean => now - moment < LIVE_MS;
