import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { hasIt } from "../http/has-it.ts";
import type { Outlet } from "../radio/seats.ts";
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

/** An answer that goes on for as long as there is something to hear. */
export interface LiveMedia {
  kind: "live";
  type: string;
  /** Sends what there is to hear; the answer ends it. */
  hear(outlet: Outlet): () => void;
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

/** Whoever leaves before the end has what they wanted. */
const isLeaving = (err: unknown): boolean =>
  err instanceof Error && "code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE";

/** Players that have enough take nothing for minutes; one that was cut asks for the rest, by its range. */
const PAUSED_MS = 600_000;

/**
 * Answers with bytes: all, a range, or the word that the caller has them already. Who takes nothing of
 * them for `pausedMs` is cut.
 */
export const sendMedia = async (
  req: Request,
  res: Response,
  media: Media,
  pausedMs = PAUSED_MS,
): Promise<void> => {
  const { type, size, etag, cacheControl, fileName } = media;
  const range = rangeOf(req, res, media);
  if (fileName !== undefined) res.attachment(fileName);
  const headers = {
    ETag: `"${etag}"`,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    "Content-Type": type,
  };
  if (hasIt(req, headers.ETag)) {
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
  res.setTimeout(pausedMs, () => res.destroy());
  const body = media.read(from, to);
  if (Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  await pipeline(Readable.from(body, { objectMode: false }), res).catch((err: unknown) => {
    if (!isLeaving(err)) throw err;
  });
};

export const isLiveMedia = (answer: unknown): answer is LiveMedia =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "live";

/** Of what has no end, there is a last byte all the same where a range has to be named. */
const NO_END = Number.MAX_SAFE_INTEGER - 1;
/** Two bytes that every MP3 begins with: Safari looks at them first. */
const PROBE = Buffer.from([0xff, 0xf3]);
/** Whoever takes nothing for so long has gone without a word. */
const STUCK_MS = 60_000;

const outletOf = (res: Response): Outlet => {
  let isFull = false;
  res.on("drain", () => (isFull = false));
  return {
    get isFull() {
      return isFull;
    },
    write(bytes) {
      isFull = !res.write(bytes);
    },
    end: () => void res.end(),
  };
};

/** Answers with sound that is made as it is heard. Nothing on the way is to keep or to collect it. */
export const sendLive = (req: Request, res: Response, { type, hear }: LiveMedia): void => {
  const headers = {
    "Content-Type": type,
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  const asked = /^bytes=0-(\d*)$/.exec(req.get("range") ?? "")?.[1];
  if (asked === "1" || asked === "0") {
    const probe = PROBE.subarray(0, Number(asked) + 1);
    const range = { "Content-Range": `bytes 0-${asked}/*`, "Content-Length": probe.length };
    res.writeHead(206, { ...headers, ...range }).end(probe);
    return;
  }
  if (asked === undefined) res.writeHead(200, headers);
  else res.writeHead(206, { ...headers, "Content-Range": `bytes 0-${NO_END}/*` });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  res.flushHeaders();
  res.setTimeout(STUCK_MS, () => res.destroy());
  const leave = hear(outletOf(res));
  if (res.closed) leave();
  else res.once("close", leave);
};
