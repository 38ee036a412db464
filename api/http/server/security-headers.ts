import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet, { contentSecurityPolicy, type HelmetOptions } from "helmet";
import type { Env } from "#infra/env.ts";
import { findPage } from "#shared/domain/pages.ts";

const COMMON_HELMET_OPTIONS = {
  // PayPal's popup needs access to the page that opened it.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  // These two headers are disabled here, because the HTTP server sets them on every response.
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  // These headers are only for Flash and Internet Explorer. They are omitted to keep responses
  // small.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions;

const computeHelmetHeaders = (options: HelmetOptions) => {
  const probe = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(probe.req, probe, () => {});
  return Object.entries(probe.getHeaders()).map(([name, value]) => [name, String(value)] as const);
};

const DATA_HEADERS = computeHelmetHeaders({
  ...COMMON_HELMET_OPTIONS,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
  },
  // These headers only affect HTML documents, so data responses do not have them.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xFrameOptions: false,
});

/**
 * Sets the headers of data responses. If a browser opens a response as a document, they keep it
 * from loading or running anything.
 */
export const setDataHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of DATA_HEADERS) res.setHeader(name, value);
  next();
};

/** PayPal's hosts, as PayPal's "Best practices" list them for a CSP with a nonce. */
const PAYPAL_HOSTS = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** Returns the third-party script hosts of a page: PayPal on the credits page, none elsewhere. */
export const createScriptHostsLookup =
  ({ paypal }: Pick<Env, "paypal">) =>
  (path: string): readonly string[] => {
    if (!paypal || findPage(path)?.name !== "credits") return [];
    return paypal.sdkUrl === undefined ? PAYPAL_HOSTS : [new URL(paypal.sdkUrl).origin];
  };

const buildPagePolicy = (nonce: string, isHttps: boolean, scriptOrigins: readonly string[]) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'", `'nonce-${nonce}'`, ...scriptOrigins],
  "style-src": ["'self'", `'nonce-${nonce}'`, ...scriptOrigins],
  "img-src": ["'self'", "data:", ...scriptOrigins],
  "font-src": ["'self'"],
  "connect-src": ["'self'", ...scriptOrigins],
  ...(scriptOrigins.length > 0 && { "frame-src": [...scriptOrigins] }),
  // Recordings are fetched and played from blob URLs.
  "media-src": ["'self'", "blob:"],
  "manifest-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
  // On plain http this directive would break every link.
  ...(isHttps && { "upgrade-insecure-requests": [] }),
});

/**
 * Headers of pages. Inline code needs the nonce in `res.locals.nonce`, which is new for each page.
 * `getScriptOrigins` returns the third-party script hosts for a path.
 */
export const createPageHeaders = (
  isHttps: boolean,
  getScriptOrigins: (path: string) => readonly string[] = () => [],
): RequestHandler[] => [
  helmet({
    ...COMMON_HELMET_OPTIONS,
    contentSecurityPolicy: false,
    xFrameOptions: { action: "deny" },
  }),
  (req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals["nonce"] = nonce;
    const directives = buildPagePolicy(nonce, isHttps, getScriptOrigins(req.path));
    contentSecurityPolicy({ useDefaults: false, directives })(req, res, next);
  },
];
