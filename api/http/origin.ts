import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { DomainError } from "#shared/contract/errors.ts";

/** Whether a request's immediate sender may speak for the browser: Express's `trust proxy`. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

const first = (header: string | string[] | undefined): string | undefined =>
  header?.toString().split(",")[0]?.trim();

/** Where the product lives, as the browser sees it. */
const ownOrigin = (req: IncomingMessage, trusts: TrustsProxy): string => {
  const isTrusted = trusts(req.socket.remoteAddress, 0);
  const protocol = (isTrusted && first(req.headers["x-forwarded-proto"])) || "http";
  const host = (isTrusted && first(req.headers["x-forwarded-host"])) || req.headers.host;
  return `${protocol}://${host ?? ""}`;
};

/**
 * Where a request comes from, by what browsers say and pages cannot forge. `unknown`: it says
 * nothing, so no browser page sent it with somebody's cookie from elsewhere.
 */
export const createOriginCheck =
  (publicOrigin: string | undefined, trusts: TrustsProxy) =>
  (req: IncomingMessage): "same" | "cross" | "unknown" => {
    const { origin, "sec-fetch-site": site } = req.headers;
    if (origin === undefined && site === undefined) return "unknown";
    const isOwn = origin === undefined || origin === (publicOrigin ?? ownOrigin(req, trusts));
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
