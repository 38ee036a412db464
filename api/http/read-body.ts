import express, { type Request, type Response } from "express";
import { DomainError } from "#shared/contract/errors.ts";

const MAX_BODY_BYTES = 100_000;
const readJson = express.json({ limit: MAX_BODY_BYTES });
const readText = express.text({ limit: MAX_BODY_BYTES, type: () => true, defaultCharset: "utf-8" });

const runBodyParser = (read: typeof readJson, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) =>
    read(req, res, (err: unknown) => (err ? reject(err) : resolve())),
  );

const isBodyEmpty = (req: Request): boolean =>
  req.headers["transfer-encoding"] === undefined &&
  Number(req.headers["content-length"] ?? 0) === 0;

/**
 * Returns the parsed JSON body, or `{}` if it is empty. Throws `unsupported_media_type` if it is
 * not JSON, and the parser's error if it is malformed or over 100 kB.
 */
export const readJsonBody = async (req: Request, res: Response): Promise<unknown> => {
  if (isBodyEmpty(req)) return {};
  if (!req.is("application/json"))
    throw new DomainError("unsupported_media_type", "The request's body must be JSON.");
  await runBodyParser(readJson, req, res);
  return req.body;
};

/**
 * Returns the body as text, regardless of its content type. Throws the parser's error over 100 kB.
 */
export const readRawBody = async (req: Request, res: Response): Promise<string> => {
  if (isBodyEmpty(req)) return "";
  await runBodyParser(readText, req, res);
  return String(req.body);
};
