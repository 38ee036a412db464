import type { ServerResponse } from "node:http";
import { sendJson } from "../answer.ts";
import type { Fault } from "../faults.ts";
import { dueAfter, waitUntil, writePaced, type Pace } from "./paced-stream.ts";
import type { Outcome, RecordedRequest } from "../recorded-requests.ts";
import type { Frames } from "./wires/wire.ts";

export interface Exchange {
  response: ServerResponse;
  record: RecordedRequest;
  /**
   * Start time of the request, pace of the reply, and the signal that the caller has disconnected.
   */
  clock: { start: number; pace: Pace; gone: AbortSignal };
}

const stall = ({ clock }: Exchange): Promise<void> =>
  new Promise((resolve) => clock.gone.addEventListener("abort", () => resolve()));

/** Applies a fault's effect after its tokens. Returns the request's outcome. */
const breakOff = async (
  exchange: Exchange,
  effect: Fault["effect"],
  frames: Frames,
): Promise<Outcome> => {
  const { response } = exchange;
  // Ends the connection normally: a reset would discard data that the caller has not read yet.
  if (effect === "reset") response.socket?.end();
  if (effect === "malformed") response.end(frames.malformed);
  if (effect === "error") response.end(frames.error);
  if (effect === "cut") response.end();
  if (effect === "stall") await stall(exchange);
  return "broken";
};

const BREAKING: ReadonlySet<Fault["effect"]> = new Set([
  "cut",
  "reset",
  "stall",
  "malformed",
  "error",
]);

/** Streams a reply until its end or a fault. Returns the request's outcome. */
export const streamReply = async (
  exchange: Exchange,
  frames: Frames,
  { effect, after }: Fault,
  headers: Record<string, string>,
): Promise<Outcome> => {
  const { response, record, clock } = exchange;
  await waitUntil(clock.start + dueAfter(0, clock.pace), clock.gone);
  if (clock.gone.aborted) return "aborted";
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
  const breaks = BREAKING.has(effect);
  const tokens = breaks ? frames.tokens.slice(0, after) : frames.tokens;
  record.tokens = await writePaced(response, tokens, clock);
  if (clock.gone.aborted) return "aborted";
  if (breaks) return breakOff(exchange, effect, frames);
  response.end(frames.close);
  return "finished";
};

/** Sends the whole reply when the last token would be due. */
export const answerWhole = async (
  exchange: Exchange,
  body: object,
  tokens: number,
  headers: Record<string, string>,
): Promise<Outcome> => {
  const { clock, record, response } = exchange;
  await waitUntil(clock.start + dueAfter(tokens, clock.pace), clock.gone);
  if (clock.gone.aborted) return "aborted";
  record.tokens = tokens;
  sendJson(response, 200, body, headers);
  return "finished";
};
