import type { RequestHandler } from "express";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "./client-address.ts";

export const limitPages =
  ({ throttles }: Pick<Context, "throttles">): RequestHandler =>
  async (req, _res, next) => {
    await throttles.page.take(normalizeClientAddress(req.ip));
    next();
  };
