import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Wire } from "./models/wires/wire.ts";

/** A key that all fakes refuse, to test wrong keys. */
const BAD_KEY = "bad-key";

export const newRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 24);

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

export const sendFailure = (
  wire: Wire,
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

export const mayEnter = (wire: Wire, request: IncomingMessage): boolean => {
  const key = wire.keyOf(request.headers);
  return key !== undefined && key !== "" && key !== BAD_KEY;
};
