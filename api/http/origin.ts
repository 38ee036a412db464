import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { DomainError } from "#shared/contract/errors.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Where a request comes from, by what browsers say and pages cannot forge. `unknown`: it says
 * nothing, so no browser page sent it with somebody's cookie from elsewhere.
 */
export const createOriginCheck =
  (publicOrigin: string | undefined) =>
  ({ headers }: IncomingMessage): "same" | "cross" | "unknown" => {
    const { host, origin, "sec-fetch-site": site } = headers;
    if (origin === undefined && site === undefined) return "unknown";
    // Without an origin of its own it stands behind no proxy: it is where it was asked for.
    const isOwn = origin === undefined || origin === (publicOrigin ?? `http://${host ?? ""}`);
    const isSameSite = site === undefined || site === "same-origin";
    return isOwn && isSameSite ? "same" : "cross";
  };

export type OriginCheck = ReturnType<typeof createOriginCheck>;

const crossOrigin = (): DomainError =>
  new DomainError("cross_origin", "This request did not come from the product's own pages.");

/** Refuses whatever changes something and does not come from the product's own pages. */
export const refuseCrossOrigin =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    if (READS.has(req.method) || check(req) === "same") return next();
    throw crossOrigin();
  };

/** What the product's own pages send along, and no link, picture or form of another site can. */
const PAGE_HEADER = "x-requested-with";

/**
 * Refuses a read that does something unless the product's own page asks for it. An old browser that
 * follows another site's link says nothing of where it comes from.
 */
export const requireOwnPage =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    const from = check(req);
    if (from === "same" || (from === "unknown" && req.get(PAGE_HEADER) !== undefined))
      return next();
    throw crossOrigin();
  };

/** Refuses, whatever the method, what a browser says another site has made it send. */
export const refuseOtherSites =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    if (check(req) === "cross") throw crossOrigin();
    next();
  };
