import type { Response } from "express";

/** Aborted when the caller leaves before the answer, or has left. */
export const abortOnClose = (res: Response): AbortSignal => {
  const gone = new AbortController();
  if (res.closed) gone.abort();
  else res.once("close", () => gone.abort());
  return gone.signal;
};
