import type { Request, Response } from "express";
import type { z } from "zod";
import type { SignedIn, UserRole, Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import type { LiveMedia, Media } from "../audio/send-media.ts";
import { LIST_LIMIT, type ReadCost } from "./read-cost.ts";
import type { Limit } from "./throttles.ts";

/** Everything about an endpoint that is not what it does: guarded, parsed and documented by it. */
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
  /** Under `/api`, as Express writes it. */
  path: `/${string}`;
  summary: string;
  as: "anyone" | UserRole;
  /**
   * Answers 403 `confirm_identity` unless the caller has proved their identity in the last 15 minutes
   * (`IDENTITY_MINUTES`). `with_second_factor`: only where the account has a second factor, since the
   * body holds the password, which proves the identity of everybody else.
   */
  asksIdentity?: true | "with_second_factor";
  limit?: Limit | readonly Limit[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodObject;
  /**
   * Told by somebody who signs what they say, or brings what nobody else was given, instead of coming
   * from the product's own pages. The body is the text as it was received, since a signature covers
   * every letter.
   */
  isSigned?: true;
  /** 303 sends on, to where `Location` says. */
  status: 200 | 201 | 202 | 204 | 303;
  /** Absent where there is nothing to say. */
  answer?: z.ZodType;
  /** The content type of an answer that is no JSON. */
  media?: string;
  /** A read that does something all the same (`act`), or hands out what only its own pages may have. */
  guard?: "act" | "bytes";
}

/** All limits of an endpoint, in the order in which they are counted. */
export const limitsOf = ({ limit, cost }: Pick<Endpoint, "limit" | "cost">): readonly Limit[] =>
  [limit ?? [], cost === "list" ? LIST_LIMIT : []].flat();

type Parsed<E extends Endpoint, Part extends keyof Endpoint> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A request that has passed every door. */
export interface Call<E extends Endpoint> {
  context: Context;
  viewer: E["as"] extends "anyone" ? Viewer : SignedIn;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  headers: Parsed<E, "headers">;
  body: E extends { isSigned: true } ? string : Parsed<E, "body">;
}

/** For the few that set a header or begin a session. */
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

/** A call whose types the route's own handler knows. */
type AnyCall = { viewer: Viewer } & Record<"params" | "query" | "headers" | "body", unknown>;

export interface Route {
  endpoint: Endpoint;
  handle: (call: AnyCall & { context: Context }, http: Http) => unknown;
}

/** Declares an endpoint: who may, what comes in, what is done, how it looks. */
export const route = <const E extends Endpoint>(endpoint: E, handle: Handle<E>): Route => ({
  endpoint,
  // The one door where schemas become types: `serve` parses every part by the schema named here.
  handle: handle as Route["handle"],
});
