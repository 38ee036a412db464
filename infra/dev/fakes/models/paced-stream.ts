import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";

export interface TokenPace {
  firstTokenMs: number;
  tokensPerSecond: number;
}

/** Waits until `due`, a time of `performance.now()`, or until the caller disconnects. */
export const waitUntil = async (due: number, signal: AbortSignal): Promise<void> => {
  const ms = due - performance.now();
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => "gone");
};

/** Returns how many milliseconds after the request the token at `index` is due. */
export const getTokenDueMs = (
  index: number,
  { firstTokenMs, tokensPerSecond }: TokenPace,
): number => firstTokenMs + (index * 1000) / tokensPerSecond;

/**
 * Writes frames at the model's pace and returns how many it wrote. After a late timer it writes all
 * frames that are due at once, so the pace does not drift.
 */
export const writePaced = async (
  body: Writable,
  frames: readonly string[],
  clock: { start: number; pace: TokenPace; signal: AbortSignal },
): Promise<number> => {
  let written = 0;
  while (written < frames.length) {
    await waitUntil(clock.start + getTokenDueMs(written, clock.pace), clock.signal);
    if (clock.signal.aborted) return written;
    const elapsed = performance.now() - clock.start - clock.pace.firstTokenMs;
    const dueCount = Math.floor((elapsed * clock.pace.tokensPerSecond) / 1000) + 1;
    const end = Math.min(frames.length, Math.max(dueCount, written + 1));
    body.write(frames.slice(written, end).join(""));
    written = end;
  }
  return written;
};
