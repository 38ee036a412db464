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
 * Returns the parsed JSON body, or `{}` if it is empty. Throws unsupported_media_type if it is not
 * JSON, and the parser's error if it is malformed or over 100 kB.
 */
export const readBody = async (req: Request, res: Response): Promise<unknown> => {
  if (isEmpty(req)) return {};
  if (!req.is("application/json"))
    throw new DomainError("unsupported_media_type", "The request's body must be JSON.");
  await received(readJson, req, res);
  return req.body;
};

/**
 * Returns the body as text, regardless of its content type. Throws the parser's error over 100 kB.
 */
export const readSignedBody = async (req: Request, res: Response): Promise<string> => {
  if (isEmpty(req)) return "";
  await received(readText, req, res);
  return String(req.body);
};
