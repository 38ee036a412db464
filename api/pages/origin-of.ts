import type { Request } from "express";
import type { Env } from "#infra/env.ts";

/** Where the product lives, as far as it was told, else as it was asked for. */
export const originOf = ({ publicOrigin }: Pick<Env, "publicOrigin">, req: Request): string =>
  publicOrigin ?? `${req.protocol}://${req.host}`;
