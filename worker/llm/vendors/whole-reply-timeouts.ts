import type { Timeouts } from "../http/fetch-with-timeouts.ts";

/** A reply that is not streamed sends nothing until it is complete. */
export const getWholeReplyTimeouts = ({ totalMs }: Timeouts): Timeouts => ({
  firstByteMs: totalMs,
  silenceMs: totalMs,
  totalMs,
});
