import type { NextFunction, RequestHandler } from "express";

/**
 * Holds requests for up to `holdMs` milliseconds and passes them on together, so that one statement
 * can read the sessions of all of them.
 */
export const holdRequests = (holdMs: number): RequestHandler => {
  let held: NextFunction[] = [];
  const passOn = () => {
    const all = held;
    held = [];
    for (const next of all) next();
  };
  return (_req, _res, next) => {
    if (held.length === 0) setTimeout(passOn, holdMs);
    held.push(next);
  };
};
