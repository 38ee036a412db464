import type { Request, Response } from "express";
import type { z } from "zod";
import type { SignedIn, UserRole, Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import type { LiveMedia, Media } from "../audio/send-media.ts";
import { LIST_LIMIT, type ReadCost } from "./read-cost.ts";
import type { Limit } from "./throttles.ts";

export type Endpoint = EndpointParts & (Get | Change);

interface Get {
  method: "get";
  cost: Exclude<ReadCost, "page">;
}

interface Change {
  method: "post" | "put" | "patch" | "delete";
  cost?: never;
}

interface EndpointParts {
  /** Relative to `/api`, in Express syntax. */
  path: `/${string}`;
  summary: string;
  as: "anyone" | UserRole;
  /**
   * Requires an identity check within the last 15 minutes (`IDENTITY_MINUTES`); responds 403
   * `confirm_identity` otherwise. `with_second_factor`: only for accounts with a second factor; for
   * others the password in the body is sufficient.
   */
  asksIdentity?: true | "with_second_factor";
  limit?: Limit | readonly Limit[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * The request is authenticated by a signature or token and may come from another site. The body
   * is the raw text, because a signature covers every byte.
   */
  isSigned?: true;
  status: 200 | 201 | 202 | 204 | 303;
  answer?: z.ZodType;
  media?: string;
  /**
   * Cross-site protection of a GET: `act` has side effects, `bytes` serves content for our own
   * pages only.
   */
  guard?: "act" | "bytes";
}

export const limitsOf = ({ limit, cost }: Pick<Endpoint, "limit" | "cost">): readonly Limit[] =>
  [limit ?? [], cost === "list" ? LIST_LIMIT : []].flat();

type Parsed<E extends Endpoint, Part extends keyof Endpoint> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

export interface Call<E extends Endpoint> {
  context: Context;
  viewer: E["as"] extends "anyone" ? Viewer : SignedIn;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  headers: Parsed<E, "headers">;
  body: E extends { isSigned: true } ? string : Parsed<E, "body">;
}

/** For handlers that set headers or change the session. */
export interface Http {
  req: Request;
  res: Response;
}

type Answer<E extends Endpoint> =
  E extends Record<"answer", infer S extends z.ZodType>
    ? z.input<S>
    : E extends Record<"media", string>
      ? Media | LiveMedia
      : void;

type Handle<E extends Endpoint> = (call: Call<E>, http: Http) => Promise<Answer<E>> | Answer<E>;

type AnyCall = { viewer: Viewer } & Record<"params" | "query" | "headers" | "body", unknown>;

export interface Route {
  endpoint: Endpoint;
  handle: (call: AnyCall & { context: Context }, http: Http) => unknown;
}

export const route = <const E extends Endpoint>(endpoint: E, handle: Handle<E>): Route => ({
  endpoint,
  // Safe cast: the server parses every part with the schemas of this endpoint.
  handle: handle as Route["handle"],
});
