import type { ServerResponse } from "node:http";
import { sendJson } from "../responses.ts";
import type { Fault } from "../fault-injector.ts";
import { getTokenDueMs, waitUntil, writePaced, type TokenPace } from "./paced-stream.ts";
import type { RequestOutcome, RecordedRequest } from "../recorded-requests.ts";
import type { ReplyFrames } from "./protocols/model-protocol.ts";

export interface CompletionExchange {
  response: ServerResponse;
  record: RecordedRequest;
  /**
   * Start time of the request, pace of the reply, and a signal that aborts when the caller
   * disconnects.
   */
  clock: { start: number; pace: TokenPace; signal: AbortSignal };
}

const waitForHangUp = ({ clock }: CompletionExchange): Promise<void> =>
  new Promise((resolve) => clock.signal.addEventListener("abort", () => resolve()));

/** Breaks the response as the fault says. Returns the outcome for the recorded request. */
const applyBreakingFault = async (
  exchange: CompletionExchange,
  effect: Fault["effect"],
  frames: ReplyFrames,
): Promise<RequestOutcome> => {
  const { response } = exchange;
  // Closes the connection normally, because a reset would discard data that the caller has not read
  // yet.
  if (effect === "reset") response.socket?.end();
  if (effect === "malformed") response.end(frames.malformed);
  if (effect === "error") response.end(frames.error);
  if (effect === "cut") response.end();
  if (effect === "stall") await waitForHangUp(exchange);
  return "broken";
};

const BREAKING_EFFECTS: ReadonlySet<Fault["effect"]> = new Set([
  "cut",
  "reset",
  "stall",
  "malformed",
  "error",
]);

/**
 * Streams a reply until its end or until a fault breaks it. Returns the outcome for the recorded
 * request.
 */
export const streamReply = async (
  exchange: CompletionExchange,
  frames: ReplyFrames,
  { effect, after }: Fault,
  headers: Record<string, string>,
): Promise<RequestOutcome> => {
  const { response, record, clock } = exchange;
  await waitUntil(clock.start + getTokenDueMs(0, clock.pace), clock.signal);
  if (clock.signal.aborted) return "aborted";
  if (effect === "reset" && after === 0) {
    response.socket?.resetAndDestroy();
    return "broken";
  }
  response.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  response.write(frames.open);
  const breaks = BREAKING_EFFECTS.has(effect);
  const tokens = breaks ? frames.tokens.slice(0, after) : frames.tokens;
  record.tokens = await writePaced(response, tokens, clock);
  if (clock.signal.aborted) return "aborted";
  if (breaks) return applyBreakingFault(exchange, effect, frames);
  response.end(frames.close);
  return "finished";
};

/** Sends the whole reply at the time when its last token would be due. */
export const sendWholeReply = async (
  exchange: CompletionExchange,
  body: object,
  tokens: number,
  headers: Record<string, string>,
): Promise<RequestOutcome> => {
  const { clock, record, response } = exchange;
  await waitUntil(clock.start + getTokenDueMs(tokens, clock.pace), clock.signal);
  if (clock.signal.aborted) return "aborted";
  record.tokens = tokens;
  sendJson(response, 200, body, headers);
  return "finished";
};
