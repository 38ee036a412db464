import type { Request } from "express";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";

/** Where the product lives: as far as it was told, else as it was asked for. Throws malformed. */
export const originOf = ({ publicOrigin }: Pick<Env, "publicOrigin">, req: Request): string => {
  const origin = publicOrigin ?? `${req.protocol}://${req.host}`;
  if (!URL.canParse(origin)) throw new DomainError("malformed", "That is no host.");
  return new URL(origin).origin;
};
