import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "#infra/logger.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { DomainError } from "#shared/contract/errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const MAX_LOGGED_ORIGIN_LENGTH = 200;

/**
 * Classifies requests by two headers that browsers set and pages cannot forge. Returns `unknown` if
 * a request has neither of them. Modern browsers send at least one with every cross-site request.
 * Logs requests of the product's own pages that are refused because `PUBLIC_ORIGIN` is missing or
 * wrong.
 */
export const createOriginCheck =
  (publicOrigin: string | undefined, logger: Pick<Logger, "warn" | "error">) =>
  ({ headers }: IncomingMessage): "same" | "cross" | "unknown" => {
    const { host, origin, "sec-fetch-site": fetchSite } = headers;
    if (origin === undefined && fetchSite === undefined) return "unknown";
    // If no origin is configured, there is no proxy, so the Host header contains the origin's host.
    const expected = publicOrigin ?? `http://${host ?? ""}`;
    const isOwn = origin === undefined || origin === expected;
    const isSameSite = fetchSite === undefined || fetchSite === "same-origin";
    if (isOwn && isSameSite) return "same";
    if (!isOwn && (fetchSite === "same-origin" || origin.endsWith(`://${host ?? ""}`)))
      getThrottledLogger(logger).warn(
        { origin: origin.slice(0, MAX_LOGGED_ORIGIN_LENGTH), expected },
        "public_origin.mismatch",
      );
    return "cross";
  };

export type OriginCheck = ReturnType<typeof createOriginCheck>;

const createCrossOriginError = (): DomainError =>
  new DomainError("cross_origin", "This request did not come from this site's pages.");

/** Rejects cross-origin requests that change something. */
export const rejectCrossOrigin =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || check(req) === "same") return next();
    throw createCrossOriginError();
  };

/**
 * A header that the product's own pages send. Links, images and forms of other sites cannot set it.
 */
const PAGE_HEADER = "x-requested-with";

/**
 * Protects a GET that has side effects. Old browsers send no origin when they follow a link, so an
 * unknown origin also needs the header of our own pages.
 */
export const requireSameOriginPage =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    const source = check(req);
    if (source === "same" || (source === "unknown" && req.get(PAGE_HEADER) !== undefined))
      return next();
    throw createCrossOriginError();
  };

/** Rejects cross-origin requests of any method. */
export const rejectCrossSite =
  (check: OriginCheck): RequestHandler =>
  (req, _res, next) => {
    if (check(req) === "cross") throw createCrossOriginError();
    next();
  };
