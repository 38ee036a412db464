import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import type { Fault } from "../fault-injector.ts";
import { getTokenDueMs, waitUntil, writePaced, type TokenPace } from "./paced-stream.ts";
import type { RequestOutcome, RecordedRequest } from "../recorded-requests.ts";
import type { ReplyFrames } from "./protocols/model-protocol.ts";
import { deviateFrames, openBody } from "./wire-deviations.ts";

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
  body: Writable,
): Promise<RequestOutcome> => {
  // Closes the connection normally, because a reset would discard data that the caller has not read
  // yet.
  if (effect === "reset") exchange.response.socket?.end();
  if (effect === "malformed") body.end(frames.malformed);
  if (effect === "error") body.end(frames.error);
  if (effect === "cut") body.end();
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
  rightFrames: ReplyFrames,
  { effect, after, deviation }: Fault,
  headers: Record<string, string>,
): Promise<RequestOutcome> => {
  const frames = deviateFrames(rightFrames, deviation);
  const { response, record, clock } = exchange;
  await waitUntil(clock.start + getTokenDueMs(0, clock.pace), clock.signal);
  if (clock.signal.aborted) return "aborted";
  if (effect === "reset" && after === 0) {
    response.socket?.resetAndDestroy();
    return "broken";
  }
  const body = openBody(
    response,
    {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
    },
    deviation,
  );
  body.write(frames.open);
  const breaks = BREAKING_EFFECTS.has(effect);
  const tokens = breaks ? frames.tokens.slice(0, after) : frames.tokens;
  record.tokens = await writePaced(body, tokens, clock);
  if (clock.signal.aborted) return "aborted";
  if (breaks) return applyBreakingFault(exchange, effect, frames, body);
  body.end(frames.close);
  return "finished";
};

/** Sends the whole reply at the time when its last token would be due. */
export const sendWholeReply = async (
  exchange: CompletionExchange,
  body: object,
  tokens: number,
  { deviation }: Fault,
  headers: Record<string, string>,
): Promise<RequestOutcome> => {
  const { clock, record, response } = exchange;
  await waitUntil(clock.start + getTokenDueMs(tokens, clock.pace), clock.signal);
  if (clock.signal.aborted) return "aborted";
  record.tokens = tokens;
  openBody(response, { ...headers, "content-type": "application/json" }, deviation).end(
    JSON.stringify(body),
  );
  return "finished";
};
