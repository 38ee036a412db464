import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ZodError } from "zod";
import type { Provider } from "#shared/domain/provider.ts";
import { composeReply, kindOf } from "./compose-reply.ts";
import type { Conversation } from "./conversation.ts";
import type { Fault, Faults } from "./faults.ts";
import { dueAfter, waitUntil, writePaced, type Pace } from "./paced-stream.ts";
import type { Outcome, RecordedRequest, RecordedRequests } from "./recorded-requests.ts";
import type { Frames, Wire } from "./wires/wire.ts";

/** One provider's desk: its API, its pace, what is to go wrong, what was asked. */
export interface Desk {
  provider: Provider;
  wire: Wire;
  pace: Pace;
  faults: Faults;
  requests: RecordedRequests;
}

/** The one key that no provider accepts. */
const BAD_KEY = "bad-key";

const newRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 24);

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

/** Answers with the vendor's own error: for a wrong key, address, request, or as a fault. */
export const sendFailure = (
  { wire }: Pick<Desk, "wire">,
  response: ServerResponse,
  failure: { status: number; message?: string | undefined; retryAfter?: number | undefined },
): void => {
  const id = newRequestId();
  const retryAfter = failure.retryAfter ?? (failure.status === 429 ? 1 : undefined);
  sendJson(response, failure.status, wire.failure(failure.status, failure.message, id), {
    ...wire.headers(id),
    ...(retryAfter !== undefined && wire.limitHeaders(retryAfter)),
  });
};

export const mayEnter = (desk: Pick<Desk, "wire">, request: IncomingMessage): boolean => {
  const key = desk.wire.keyOf(request.headers);
  return key !== undefined && key !== "" && key !== BAD_KEY;
};

const SECRET_HEADER = /key|auth|cookie/i;
const openHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !SECRET_HEADER.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

interface Exchange {
  response: ServerResponse;
  record: RecordedRequest;
  /** When the request arrived, and the pace it is answered at. */
  clock: { start: number; pace: Pace; gone: AbortSignal };
}

/** Waits until the caller has given up. */
const stall = ({ clock }: Exchange): Promise<void> =>
  new Promise((resolve) => clock.gone.addEventListener("abort", () => resolve()));

/** Does what a fault does after its tokens. Returns how the request then ended. */
const breakOff = async (
  exchange: Exchange,
  effect: Fault["effect"],
  frames: Frames,
): Promise<Outcome> => {
  const { response } = exchange;
  if (effect === "reset") response.socket?.resetAndDestroy();
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

const stream = async (
  exchange: Exchange,
  frames: Frames,
  { effect, after }: Fault,
  headers: Record<string, string>,
): Promise<Outcome> => {
  const { response, record, clock } = exchange;
  await waitUntil(clock.start + dueAfter(0, clock.pace), clock.gone);
  if (clock.gone.aborted) return "aborted";
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

const answerWhole = async (
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

const readOrRefuse = (desk: Desk, body: unknown, response: ServerResponse): Conversation | null => {
  try {
    return desk.wire.read(body);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const [issue] = error.issues;
    const message = `${issue?.path.join(".")}: ${issue?.message}`;
    sendFailure(desk, response, { status: 400, message });
    return null;
  }
};

/** Answers one completion request as the vendor would, at the desk's pace, or as a fault says. */
export const answerCompletion = async (
  desk: Desk,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const start = performance.now();
  const conversation = readOrRefuse(desk, body, response);
  if (conversation === null) return;
  const id = newRequestId();
  const kind = kindOf(conversation);
  const fault = desk.faults.take(desk.provider, kind, conversation);
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record: RecordedRequest = {
    id,
    provider: desk.provider,
    kind,
    at: Date.now(),
    headers: openHeaders(request),
    body,
    tokens: 0,
    outcome: "running",
  };
  desk.requests.add(record);
  if (fault.effect === "status") {
    record.outcome = "broken";
    return sendFailure(desk, response, fault);
  }
  const pace = {
    firstTokenMs: fault.firstTokenMs ?? desk.pace.firstTokenMs,
    tokensPerSecond: fault.tokensPerSecond ?? desk.pace.tokensPerSecond,
  };
  const exchange = { response, record, clock: { start, pace, gone: hangup.signal } };
  const reply = composeReply(conversation, kind, fault);
  const headers = desk.wire.headers(id);
  record.outcome = conversation.stream
    ? await stream(exchange, desk.wire.frames(conversation, reply, id), fault, headers)
    : await answerWhole(
        exchange,
        desk.wire.whole(conversation, reply, id),
        reply.tokens.length,
        headers,
      );
};
