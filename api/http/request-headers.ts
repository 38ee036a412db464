import type { Request } from "express";
import { z } from "zod";
import { findLanguage, type Language } from "#shared/domain/debates/language/language.ts";

export const IdempotencyHeaders = z.object({
  "idempotency-key": z.string().min(1).max(200).optional(),
});

/** Returns the languages of the request's Accept-Language header, the most preferred first. */
export const listPreferredLanguages = (req: Request): Language[] => [
  ...new Set(req.acceptsLanguages().flatMap((tag) => findLanguage(tag) ?? [])),
];

/**
 * Whether If-None-Match contains this ETag (with quotes). `req.fresh` does not work here, because
 * it is false if the request has `Cache-Control: no-cache`, as conditional fetches of browsers do.
 */
export const matchesEtag = (req: Request, etag: string): boolean =>
  req.get("if-none-match")?.includes(etag) ?? false;
