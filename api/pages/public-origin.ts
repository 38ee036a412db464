import type { Request } from "express";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";

/**
 * Returns the configured origin, or else the origin of the request. Throws `malformed` for an
 * invalid Host header.
 */
export const getPublicOrigin = (
  { publicOrigin }: Pick<Env, "publicOrigin">,
  req: Request,
): string => {
  const origin = publicOrigin ?? `${req.protocol}://${req.host}`;
  if (!URL.canParse(origin)) throw new DomainError("malformed", "Invalid host name.");
  return new URL(origin).origin;
};
