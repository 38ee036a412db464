import type { Response } from "express";

/** Aborted when the caller has left before the answer. */
export const goneSignal = (res: Response): AbortSignal => {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  return gone.signal;
};
