import type { RequestHandler } from "express";
import type { Context } from "../context.ts";
import { senderAt } from "./address.ts";

export const limitPages =
  ({ throttles }: Pick<Context, "throttles">): RequestHandler =>
  async (req, _res, next) => {
    await throttles.page.take(senderAt(req.ip));
    next();
  };
