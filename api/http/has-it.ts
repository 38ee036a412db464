import type { Request } from "express";

/**
 * Whether whoever asks has it already, by its ETag (with its quotes). `req.fresh` says no where
 * `no-cache` came along, as it does with each condition that a page's fetch sends.
 */
export const hasIt = (req: Request, etag: string): boolean =>
  req.get("if-none-match")?.includes(etag) ?? false;
