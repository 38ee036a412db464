import type { LiveSpeech } from "#shared/contract/live.ts";
import { LONGEST_PAUSE_MS } from "#shared/domain/air-times.ts";
import type { RadioState } from "./radio-state.ts";
import { heardAt, lastWordAt } from "./on-air.ts";

/** Maximum lag that counts as live. Includes the stream's usual delay. */
const LIVE_MS = 4000;
const LATE_MS = 5000;

/** Whether nothing more will be spoken after this stream time. */
export const isOverAt = (live: LiveSpeech, moment: number): boolean => {
  const isHeard = moment >= lastWordAt(live) - 1000;
  if (live.outlook === "more") return false;
  if (live.outlook === "pause") return isHeard && live.now - lastWordAt(live) > LONGEST_PAUSE_MS;
  return isHeard;
};

interface Ear extends Pick<RadioState, "moment" | "now" | "since"> {
  /** Text exists that has not been spoken to its end. */
  hasWords: boolean;
}

export const airWord = (live: LiveSpeech, { moment, now, since, hasWords }: Ear): string => {
  const isSilent = heardAt(live, moment)?.isOver ?? true;
  const silentMs = moment - Math.max(lastWordAt(live), since);
  if (isSilent && live.outlook === "pause") return "The debate pauses";
  if (isSilent && hasWords && silentMs > LATE_MS) return "The voice pauses";
  return isLive(moment, now) ? "Live" : `${Math.round((now - moment) / 1000)} s behind`;
};

export const isLive = (moment: number, now: number): boolean => now - moment < LIVE_MS;
