import type { Timeouts } from "../http/fetch-with-timeouts.ts";

/** A reply that is not streamed sends nothing until its end, so only the total time is limited. */
export const getWholeReplyTimeouts = ({ totalMs }: Timeouts): Timeouts => ({
  firstByteMs: totalMs,
  silenceMs: totalMs,
  totalMs,
});
