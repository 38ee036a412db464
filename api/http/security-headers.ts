import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet, { contentSecurityPolicy, type HelmetOptions } from "helmet";
import type { Env } from "#infra/env.ts";
import { pageAt } from "#shared/domain/pages.ts";

const COMMON = {
  // Payment windows must find their opener.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  // The server itself sets these two on every response.
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  // Only Flash and Internet Explorer listened to these, and a page has to fit into few packets.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions;

/** What helmet sets with these options on any answer, by an answer that nobody gets. */
const fixedHeaders = (options: HelmetOptions) => {
  const probe = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(probe.req, probe, () => {});
  return Object.entries(probe.getHeaders()).map(([name, value]) => [name, String(value)] as const);
};

const DATA_HEADERS = fixedHeaders({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
  },
  // These say something about documents only.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xFrameOptions: false,
});

/** Headers of answers that are data: as a document they may do nothing at all. */
export const dataHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of DATA_HEADERS) res.setHeader(name, value);
  next();
};

/** Where PayPal's script comes from and goes to: its own "Best practices", with a nonce. */
const PAYPAL = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** Whose script runs beside our own: the payment provider's, on the page where credits are bought. */
export const guestsOf =
  ({ paypal }: Pick<Env, "paypal">) =>
  (path: string): readonly string[] => {
    if (!paypal || pageAt(path)?.name !== "credits") return [];
    return paypal.sdkUrl === undefined ? PAYPAL : [new URL(paypal.sdkUrl).origin];
  };

const pagePolicy = (nonce: string, isHttps: boolean, guests: readonly string[]) => ({
  "default-src": ["'none'"],
  "script-src": ["'self'", `'nonce-${nonce}'`, ...guests],
  "style-src": ["'self'", `'nonce-${nonce}'`, ...guests],
  "img-src": ["'self'", "data:", ...guests],
  "font-src": ["'self'"],
  "connect-src": ["'self'", ...guests],
  ...(guests.length > 0 && { "frame-src": [...guests] }),
  // A turn's sound is fetched, and played from memory.
  "media-src": ["'self'", "blob:"],
  "manifest-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
  // On plain http it would break every link.
  ...(isHttps && { "upgrade-insecure-requests": [] }),
});

/**
 * Headers of pages: nothing inline without the nonce, fresh for each page, in `res.locals.nonce`.
 * `guestsAt` names the hosts whose script the page at a path runs beside its own.
 */
export const pageHeaders = (
  isHttps: boolean,
  guestsAt: (path: string) => readonly string[] = () => [],
): RequestHandler[] => [
  helmet({
    ...COMMON,
    contentSecurityPolicy: false,
    xFrameOptions: { action: "deny" },
  }),
  (req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals["nonce"] = nonce;
    const directives = pagePolicy(nonce, isHttps, guestsAt(req.path));
    contentSecurityPolicy({ useDefaults: false, directives })(req, res, next);
  },
];
