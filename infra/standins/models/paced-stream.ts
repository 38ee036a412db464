import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";

/** How fast a model speaks. */
export interface Pace {
  firstTokenMs: number;
  tokensPerSecond: number;
}

/** Waits until `due` on the clock of `performance.now()`, or until the caller has gone. */
export const waitUntil = async (due: number, gone: AbortSignal): Promise<void> => {
  const ms = due - performance.now();
  if (ms > 0) await setTimeout(ms, undefined, { signal: gone }).catch(() => "gone");
};

/** When the token at `index` is due, in milliseconds after the request. */
export const dueAfter = (index: number, { firstTokenMs, tokensPerSecond }: Pace): number =>
  firstTokenMs + (index * 1000) / tokensPerSecond;

/**
 * Writes frames at the model's pace and returns how many were written. Every frame has its own time
 * on the clock, so a late timer is made up for by several frames at once and the pace never drifts.
 */
export const writePaced = async (
  response: ServerResponse,
  frames: readonly string[],
  clock: { start: number; pace: Pace; gone: AbortSignal },
): Promise<number> => {
  let written = 0;
  while (written < frames.length) {
    await waitUntil(clock.start + dueAfter(written, clock.pace), clock.gone);
    if (clock.gone.aborted) return written;
    const elapsed = performance.now() - clock.start - clock.pace.firstTokenMs;
    const due = Math.floor((elapsed * clock.pace.tokensPerSecond) / 1000) + 1;
    const upTo = Math.min(frames.length, Math.max(due, written + 1));
    response.write(frames.slice(written, upTo).join(""));
    written = upTo;
  }
  return written;
};
