import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ModelProtocol } from "./models/protocols/model-protocol.ts";

/** Tests use this key for wrong credentials. All fakes refuse it. */
const REJECTED_KEY = "bad-key";

export const createRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 24);

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

/** Sends the body of a `status` fault as it is, or an error in the vendor's format. */
export const sendFault = (
  wire: ModelProtocol,
  response: ServerResponse,
  fault: Parameters<typeof sendError>[2] & { body?: string | undefined },
): void => {
  if (fault.body === undefined) return sendError(wire, response, fault);
  response.writeHead(fault.status, fault.headers ?? { "content-type": "application/json" });
  response.end(fault.body);
};

export const sendError = (
  wire: ModelProtocol,
  response: ServerResponse,
  failure: {
    status: number;
    message?: string | undefined;
    retryAfter?: number | undefined;
    headers?: Record<string, string> | undefined;
  },
): void => {
  const id = createRequestId();
  const retryAfter = failure.retryAfter ?? (failure.status === 429 ? 1 : undefined);
  sendJson(response, failure.status, wire.failure(failure.status, failure.message, id), {
    ...wire.headers(id),
    ...(failure.headers ?? (retryAfter !== undefined && wire.limitHeaders(retryAfter))),
  });
};

export const hasValidKey = (wire: ModelProtocol, request: IncomingMessage): boolean => {
  const key = wire.keyOf(request.headers);
  return key !== undefined && key !== "" && key !== REJECTED_KEY;
};
