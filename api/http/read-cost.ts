import type { Request, RequestHandler } from "express";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../context.ts";
import { normalizeClientAddress } from "./rate-limiting/client-address.ts";
import { getViewer } from "./session/session.ts";
import type { RateLimit } from "./rate-limiting/throttles.ts";

/**
 * The database cost of a GET. Every GET declares it with `route({ method: "get", cost })`,
 * or with `createReadHandler(cost, ...)` if the response is not JSON of the API.
 * - `none`: no statement except the one that reads the session.
 * - `row`: a bounded number of rows by key. The cost does not grow with the data.
 * - `list`: the cost grows with the data. Such reads are limited per user or address
 *   (`LIST_RATE_LIMIT`, `list-slots.ts`). They run on a small pool with a statement timeout and a
 *   bounded queue (`list-pool.ts`).
 * - `page`: a page of the product. Each page declares its own cost in
 *   `pages/rendering/preload-page.ts`.
 */
export type ReadCost = "none" | "row" | "list" | "page";

export const LIST_RATE_LIMIT: RateLimit = { throttle: "list", by: "user" };

export const buildThrottleKey = (by: RateLimit["by"], viewer: Viewer, req: Request): string =>
  by === "user" && viewer ? String(viewer.id) : normalizeClientAddress(req.ip);

/**
 * Runs a read. An expensive read (cost `list`) occupies one of its sender's slots: see `ListSlots`.
 */
export const runRead = <T>(
  cost: ReadCost | undefined,
  { listSlots }: Pick<Context, "listSlots">,
  req: Request,
  read: () => Promise<T>,
): Promise<T> =>
  cost === "list"
    ? listSlots.run(buildThrottleKey(LIST_RATE_LIMIT.by, getViewer(req), req), read)
    : read();

export type ListDeps = Pick<Context, "throttles" | "listSlots">;

/**
 * Runs an expensive read (cost `list`) and counts it for the rate limit. Throws `too_many_requests`
 * and `unavailable`.
 */
export const readList = async <T>(
  context: ListDeps,
  req: Request,
  read: () => Promise<T>,
): Promise<T> => {
  const key = buildThrottleKey(LIST_RATE_LIMIT.by, getViewer(req), req);
  await context.throttles[LIST_RATE_LIMIT.throttle].take(key);
  return runRead("list", context, req, read);
};

/**
 * Returns the context for a read. An expensive read (cost `list`) gets connections of the list
 * pool.
 */
export const selectContext = <Deps extends Pick<Context, "lists">>(
  cost: ReadCost,
  context: Deps,
): Deps => (cost === "list" ? { ...context, ...context.lists } : context);

export type ReadDeps = ListDeps & Pick<Context, "lists">;

/** Attaches the cost to a handler, so that a test can find handlers without one. */
export const tagReadCost = <Handler extends RequestHandler>(
  cost: ReadCost | undefined,
  handler: Handler,
): Handler & { cost: ReadCost | undefined } => Object.assign(handler, { cost });

/**
 * Creates the handler of a GET that is not declared with `route`. `createHandler` gets a context
 * with the connections for this cost.
 */
export const createReadHandler = <Deps extends ReadDeps>(
  cost: ReadCost,
  context: Deps,
  createHandler: (context: Deps) => RequestHandler,
): RequestHandler => {
  const handle = createHandler(selectContext(cost, context));
  return tagReadCost(cost, async (req, res, next) => {
    const read = async () => handle(req, res, next);
    await (cost === "list" ? readList(context, req, read) : read());
  });
};
