import express, { type Request, type Response } from "express";
import { DomainError } from "#shared/contract/errors.ts";

const LIMIT = 100_000;
const readJson = express.json({ limit: LIMIT });
const readText = express.text({ limit: LIMIT, type: () => true, defaultCharset: "utf-8" });

const received = (read: typeof readJson, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) =>
    read(req, res, (err: unknown) => (err ? reject(err) : resolve())),
  );

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
  await received(readJson, req, res);
  return req.body;
};

/** The body as text, of whatever kind it says it is. Throws what the parser throws over 100 kB. */
export const readSignedBody = async (req: Request, res: Response): Promise<string> => {
  if (isEmpty(req)) return "";
  await received(readText, req, res);
  return String(req.body);
};
