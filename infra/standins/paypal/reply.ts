import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson } from "../answer.ts";
import { Refused } from "./order-book.ts";
import type { PaymentFault, Place } from "./payment-faults.ts";
import { failureView } from "./representations.ts";

export interface Question {
  request: IncomingMessage;
  url: URL;
  body: string;
  /** Named groups of the route's pattern. */
  id: string;
  act: string;
}

export interface Reply {
  status: number;
  body: unknown;
  type?: "html" | "script";
}

export type Handler = (question: Question, fault: PaymentFault) => Reply;

export interface PayPalRoute {
  /** Matched against method and path. */
  pattern: RegExp;
  place?: Place;
  handle: Handler;
}

const TYPES = { html: "text/html; charset=utf-8", script: "text/javascript; charset=utf-8" };

export const notFound: Reply = {
  status: 404,
  body: failureView("RESOURCE_NOT_FOUND", "The specified resource does not exist."),
};

const refusal = (err: unknown): Reply => {
  if (err instanceof Refused)
    return { status: 422, body: failureView("UNPROCESSABLE_ENTITY", err.message, err.issue) };
  if (err instanceof z.ZodError || err instanceof SyntaxError)
    return { status: 400, body: failureView("INVALID_REQUEST", err.message, "INVALID_PARAMETER") };
  throw err;
};

/** Runs a handler and converts its errors to responses. */
export const attempt = (handle: () => Reply): Reply => {
  try {
    return handle();
  } catch (err) {
    return refusal(err);
  }
};

export const deliver = (response: ServerResponse, { status, body, type }: Reply): void => {
  if (type === undefined) return sendJson(response, status, body);
  response.writeHead(status, { "content-type": TYPES[type], "cache-control": "no-store" });
  response.end(String(body));
};
