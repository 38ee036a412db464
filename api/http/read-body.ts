import express, { type Request, type Response } from "express";
import { DomainError } from "#shared/contract/errors.ts";

const readJson = express.json({ limit: 100_000 });

const isEmpty = (req: Request): boolean =>
  req.headers["transfer-encoding"] === undefined &&
  Number(req.headers["content-length"] ?? 0) === 0;

/**
 * The body as parsed JSON; `{}` when there is none. Throws unsupported_media_type for a body that
 * is not JSON, and what the parser throws for one that is broken or over 100 kB.
 */
export const readBody = async (req: Request, res: Response): Promise<unknown> => {
  if (isEmpty(req)) return {};
  if (!req.is("application/json"))
    throw new DomainError("unsupported_media_type", "The request's body must be JSON.");
  await new Promise<void>((resolve, reject) =>
    readJson(req, res, (err: unknown) => (err ? reject(err) : resolve())),
  );
  return req.body;
};
