import type { Request } from "express";

/**
 * Whether If-None-Match contains this ETag (with quotes). `req.fresh` does not work here, because
 * it is false if the request has `Cache-Control: no-cache`, as conditional fetches of browsers do.
 */
export const matchesEtag = (req: Request, etag: string): boolean =>
  req.get("if-none-match")?.includes(etag) ?? false;
