import type { Request, Response } from "express";
import type { z } from "zod";
import type { SignedInViewer, UserRole, Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../context.ts";
import type { LiveStreamResponse, MediaResponse } from "../audio/send-media.ts";
import { LIST_RATE_LIMIT, type ReadCost } from "./read-cost.ts";
import type { RateLimit } from "./rate-limiting/throttles.ts";

export type Endpoint = EndpointBase & (GetEndpoint | ChangeEndpoint);

interface GetEndpoint {
  method: "get";
  cost: Exclude<ReadCost, "page">;
}

interface ChangeEndpoint {
  method: "post" | "put" | "patch" | "delete";
  cost?: never;
}

interface EndpointBase {
  /** Relative to `/api`, in Express syntax. */
  path: `/${string}`;
  summary: string;
  as: "anyone" | UserRole;
  /**
   * Requires an identity check within the last 15 minutes (`IDENTITY_CONFIRMATION_MINUTES`);
   * responds 403 `confirm_identity` otherwise. With `with_second_factor`, this applies only to
   * accounts with a second factor; for other accounts the password in the body is sufficient.
   */
  requiresIdentity?: true | "with_second_factor";
  limit?: RateLimit | readonly RateLimit[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * The request is authenticated by a signature or token and may come from another site. The body
   * is the raw text, because a signature covers every byte.
   */
  isSigned?: true;
  /**
   * Many viewers send this request at about the same time. Those that arrive within
   * `HOLD_MS` (see `app.ts`) are handled together.
   */
  isBatched?: true;
  status: 200 | 201 | 202 | 204 | 303;
  answer?: z.ZodType;
  media?: string;
  /**
   * Cross-site protection of a GET. `act` is for a GET with side effects, `bytes` for content that
   * only our own pages may load.
   */
  guard?: "act" | "bytes";
}

export const getRateLimits = ({
  limit,
  cost,
}: Pick<Endpoint, "limit" | "cost">): readonly RateLimit[] =>
  [limit ?? [], cost === "list" ? LIST_RATE_LIMIT : []].flat();

type ParsedPart<E extends Endpoint, Part extends keyof Endpoint> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

export interface RouteCall<E extends Endpoint> {
  context: Context;
  viewer: E["as"] extends "anyone" ? Viewer : SignedInViewer;
  params: ParsedPart<E, "params">;
  query: ParsedPart<E, "query">;
  headers: ParsedPart<E, "headers">;
  body: E extends { isSigned: true } ? string : ParsedPart<E, "body">;
}

/** The request and response, for handlers that set headers or change the session. */
export interface HttpExchange {
  req: Request;
  res: Response;
}

type RouteAnswer<E extends Endpoint> =
  E extends Record<"answer", infer S extends z.ZodType>
    ? z.input<S>
    : E extends Record<"media", string>
      ? MediaResponse | LiveStreamResponse
      : void;

type RouteHandler<E extends Endpoint> = (
  call: RouteCall<E>,
  http: HttpExchange,
) => Promise<RouteAnswer<E>> | RouteAnswer<E>;

type UntypedCall = { viewer: Viewer } & Record<"params" | "query" | "headers" | "body", unknown>;

export interface Route {
  endpoint: Endpoint;
  handle: (call: UntypedCall & { context: Context }, http: HttpExchange) => unknown;
}

/** Rejects excess properties, which TypeScript does not report where it infers the type. */
type WithoutUnknownProperties<E extends Endpoint> = E &
  Record<Exclude<keyof E, keyof Endpoint>, never>;

export const route = <const E extends Endpoint>(
  endpoint: WithoutUnknownProperties<E>,
  handle: RouteHandler<E>,
): Route => ({
  endpoint,
  // Safe cast: the server parses every part with the schemas of this endpoint.
  handle: handle as Route["handle"],
});
