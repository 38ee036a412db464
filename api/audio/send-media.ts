import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { matchesEtag } from "../http/request-headers.ts";
import type { Sink } from "./live-stream/listener-groups.ts";
import { DomainError } from "#shared/contract/errors.ts";

export interface MediaResponse {
  kind: "media";
  type: string;
  size: number;
  etag: string;
  cacheControl: string;
  /** File name of a download. Undefined for playback. */
  fileName?: string;
  read(from: number, to: number): Buffer | AsyncIterable<Buffer>;
}

export interface LiveStreamResponse {
  kind: "live";
  type: string;
  /** Starts to write to the response. Returns a function that stops. */
  start(sink: Sink): () => void;
}

export const isMediaResponse = (answer: unknown): answer is MediaResponse =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "media";

/**
 * Returns the requested byte range, or null for the whole file. Throws `range_not_satisfiable` if
 * the range begins after the file's end.
 */
const parseRange = (req: Request, res: Response, { size, etag }: MediaResponse) => {
  const condition = req.get("if-range");
  if (condition !== undefined && condition !== `"${etag}"`) return null;
  const ranges = req.range(size);
  if (ranges === -1) {
    res.set("Content-Range", `bytes */${size}`);
    throw new DomainError(
      "range_not_satisfiable",
      "The recording is shorter than the requested range.",
    );
  }
  // HTTP allows the whole file as the answer to several ranges or to other units than bytes.
  if (!Array.isArray(ranges) || ranges.type !== "bytes" || ranges.length !== 1) return null;
  const [range] = ranges;
  return range ? { from: range.start, to: range.end + 1 } : null;
};

const isPrematureClose = (err: unknown): boolean =>
  err instanceof Error && "code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE";

/**
 * This timeout is long, because a player with a full buffer reads nothing for minutes. If the
 * timeout closes the connection, the player resumes with a Range request.
 */
const STALLED_DOWNLOAD_TIMEOUT_MS = 600_000;

/**
 * Sends the whole file, a byte range, or 304 if the client has the file. Closes a connection that
 * reads nothing for `pausedMs`.
 */
export const sendMedia = async (
  req: Request,
  res: Response,
  media: MediaResponse,
  pausedMs = STALLED_DOWNLOAD_TIMEOUT_MS,
): Promise<void> => {
  const { type, size, etag, cacheControl, fileName } = media;
  const range = parseRange(req, res, media);
  if (fileName !== undefined) res.attachment(fileName);
  const headers = {
    ETag: `"${etag}"`,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    "Content-Type": type,
  };
  if (matchesEtag(req, headers.ETag)) {
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
  const body = Readable.from(media.read(from, to), { objectMode: false });
  await pipeline(body, res).catch((err: unknown) => {
    if (!isPrematureClose(err)) throw err;
  });
};

export const isLiveStreamResponse = (answer: unknown): answer is LiveStreamResponse =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "live";

/** Last byte position of an endless stream, for Content-Range. */
const UNBOUNDED_LAST_BYTE = Number.MAX_SAFE_INTEGER - 1;
/** The first two bytes of an MP3 frame. Safari requests these bytes before it plays a stream. */
const MP3_PROBE = Buffer.from([0xff, 0xf3]);
const STALLED_LISTENER_TIMEOUT_MS = 60_000;

const createSink = (res: Response): Sink => {
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

/** Sends a live stream. Disables caching and proxy buffering. */
export const sendLiveStream = (
  req: Request,
  res: Response,
  { type, start }: LiveStreamResponse,
): void => {
  const headers = {
    "Content-Type": type,
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  const requestedEnd = /^bytes=0-(\d*)$/.exec(req.get("range") ?? "")?.[1];
  if (requestedEnd === "1" || requestedEnd === "0") {
    const probe = MP3_PROBE.subarray(0, Number(requestedEnd) + 1);
    const range = { "Content-Range": `bytes 0-${requestedEnd}/*`, "Content-Length": probe.length };
    res.writeHead(206, { ...headers, ...range }).end(probe);
    return;
  }
  if (requestedEnd === undefined) res.writeHead(200, headers);
  else res.writeHead(206, { ...headers, "Content-Range": `bytes 0-${UNBOUNDED_LAST_BYTE}/*` });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  res.flushHeaders();
  res.setTimeout(STALLED_LISTENER_TIMEOUT_MS, () => res.destroy());
  const stop = start(createSink(res));
  if (res.closed) stop();
  else res.once("close", stop);
};
