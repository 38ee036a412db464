import type { Request, RequestHandler } from "express";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { senderAt } from "./address.ts";
import { viewerOf } from "./session.ts";
import type { Limit } from "./throttles.ts";

/**
 * What a GET costs the database. Every GET declares it: `route({ method: "get", cost })`, or
 * `readAt(cost, ...)` where the answer is no JSON of the API.
 *
 * - `none`: no statement, besides the session's.
 * - `row`: a bounded number of rows, found by their keys. It costs the same however many there are.
 * - `list`: grows with the data. It is limited per user or address (`LIST_LIMIT`), and its statements
 *   run on a small pool with a statement timeout and a bounded queue (`list-pool.ts`).
 * - `page`: a page of the product. Each declares its own cost in `pages/preload.ts`.
 */
export type ReadCost = "none" | "row" | "list" | "page";

export const LIST_LIMIT: Limit = { throttle: "list", by: "user" };

/** The key that a limit counts by: the user, or the address of visitors. */
export const throttleKey = (by: Limit["by"], viewer: Viewer, req: Request): string =>
  by === "user" && viewer ? String(viewer.id) : senderAt(req.ip);

/** Counts a read whose cost grows with the data. Throws too_many_requests. */
export const takeList = ({ throttles }: Pick<Context, "throttles">, req: Request): Promise<void> =>
  throttles[LIST_LIMIT.throttle].take(throttleKey(LIST_LIMIT.by, viewerOf(req), req));

/** The context for a read of this cost: where its single statements run. */
export const contextFor = (cost: ReadCost, context: Context): Context =>
  cost === "list" ? { ...context, ...context.lists } : context;

/** A handler that says what it costs, so that a test can find one that does not. */
export const withCost = <Handler extends RequestHandler>(
  cost: ReadCost | undefined,
  handler: Handler,
): Handler & { cost: ReadCost | undefined } => Object.assign(handler, { cost });

/** The handler of a GET that is not declared with `route`; `make` gets the context for its cost. */
export const readAt = (
  cost: ReadCost,
  context: Context,
  make: (context: Context) => RequestHandler,
): RequestHandler => {
  const handle = make(contextFor(cost, context));
  return withCost(cost, async (req, res, next) => {
    if (cost === "list") await takeList(context, req);
    await handle(req, res, next);
  });
};
