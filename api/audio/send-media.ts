import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { DomainError } from "#shared/contract/errors.ts";

/** An answer that is bytes. */
export interface Media {
  kind: "media";
  type: string;
  size: number;
  /** Changes with the bytes. */
  etag: string;
  cacheControl: string;
  /** Given, it is to be saved and not played. */
  fileName?: string;
  /** The bytes from `from` up to, not including, `to`: at once, or slice by slice. */
  read(from: number, to: number): Buffer | AsyncIterable<Buffer>;
}

export const isMedia = (answer: unknown): answer is Media =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "media";

/** What is asked for of so many bytes; null for all. Throws range_not_satisfiable beyond the end. */
const rangeOf = (req: Request, res: Response, { size, etag }: Media) => {
  const condition = req.get("if-range");
  if (condition !== undefined && condition !== `"${etag}"`) return null;
  const ranges = req.range(size);
  if (ranges === -1) {
    res.set("Content-Range", `bytes */${size}`);
    throw new DomainError("range_not_satisfiable", "The recording is shorter than that.");
  }
  // Several at once, or other units: the whole is a right answer too.
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  const [range] = ranges;
  return range ? { from: range.start, to: range.end + 1 } : null;
};

const hasIt = (req: Request, etag: string): boolean =>
  req.get("if-none-match")?.includes(`"${etag}"`) ?? false;

/** Whoever leaves before the end has what they wanted. */
const isLeaving = (err: unknown): boolean =>
  err instanceof Error && "code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE";

/** Answers with bytes: all, a range, or the word that the caller has them already. */
export const sendMedia = async (req: Request, res: Response, media: Media): Promise<void> => {
  const { type, size, etag, cacheControl, fileName } = media;
  const range = rangeOf(req, res, media);
  if (fileName !== undefined) res.attachment(fileName);
  const headers = {
    ETag: `"${etag}"`,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    "Content-Type": type,
  };
  if (hasIt(req, etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const { from, to } = range ?? { from: 0, to: size };
  res.writeHead(range ? 206 : 200, {
    ...headers,
    "Content-Length": to - from,
    ...(range && { "Content-Range": `bytes ${from}-${to - 1}/${size}` }),
  });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  const body = media.read(from, to);
  if (Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  await pipeline(Readable.from(body, { objectMode: false }), res).catch((err: unknown) => {
    if (!isLeaving(err)) throw err;
  });
};
