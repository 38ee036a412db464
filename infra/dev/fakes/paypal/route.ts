import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson } from "../responses.ts";
import { UnprocessableOrderError } from "./fake-orders.ts";
import type { PaymentFault, FaultPoint } from "./payment-fault-injector.ts";
import { presentError } from "./order-presenter.ts";

export interface RouteRequest {
  request: IncomingMessage;
  url: URL;
  body: string;
  /** Values of the named groups in the route's pattern. */
  id: string;
  act: string;
}

export interface RouteReply {
  status: number;
  body: unknown;
  type?: "html" | "script";
}

export type RouteHandler = (question: RouteRequest, fault: PaymentFault) => RouteReply;

export interface PayPalRoute {
  /** Pattern that method and path must match. */
  pattern: RegExp;
  place?: FaultPoint;
  handle: RouteHandler;
}

const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  script: "text/javascript; charset=utf-8",
};

export const NOT_FOUND_REPLY: RouteReply = {
  status: 404,
  body: presentError("RESOURCE_NOT_FOUND", "The specified resource does not exist."),
};

const toErrorReply = (err: unknown): RouteReply => {
  if (err instanceof UnprocessableOrderError)
    return { status: 422, body: presentError("UNPROCESSABLE_ENTITY", err.message, err.issue) };
  if (err instanceof z.ZodError || err instanceof SyntaxError)
    return { status: 400, body: presentError("INVALID_REQUEST", err.message, "INVALID_PARAMETER") };
  throw err;
};

/** Runs a route's handler and turns its errors into responses. */
export const runHandler = (handle: () => RouteReply): RouteReply => {
  try {
    return handle();
  } catch (err) {
    return toErrorReply(err);
  }
};

export const sendReply = (response: ServerResponse, { status, body, type }: RouteReply): void => {
  if (type === undefined) return sendJson(response, status, body);
  response.writeHead(status, { "content-type": CONTENT_TYPES[type], "cache-control": "no-store" });
  response.end(String(body));
};
