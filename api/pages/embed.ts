import { type RequestHandler, type Response, Router } from "express";
import type { Debate } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { COLORS } from "#shared/domain/brand.ts";
import { debatePicture, MOMENT, PICTURE } from "#shared/domain/debate-picture.ts";
import { EMBEDDED, embedCode } from "#shared/domain/embed-code.ts";
import type { Context } from "../context.ts";
import { escaped } from "#shared/domain/escaped.ts";

import { limitPages } from "../http/limit-pages.ts";
import { readAt } from "../http/read-cost.ts";
import { originOf } from "./origin-of.ts";
import { sharedDebate } from "./shared-debate.ts";
import { type SharedMoment, sharedMoment } from "./shared-moment.ts";

/** Whether a thumbnail may be offered: the requested maximum is not below its fixed size. */
const fits = (wanted: unknown, size: number): boolean => !(Number(wanted) < size);

/**
 * Returns the debate and clip that a URL of the product refers to. Throws not_found for other URLs.
 */
const sharedAt = async (context: Context, origin: string, address: unknown) => {
  const named = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined;
  const id =
    named?.origin === origin ? /^\/debate\/(\d+)\/?$/.exec(named.pathname)?.[1] : undefined;
  const debate = await sharedDebate(context, PathId.safeParse(id).data);
  return { debate, moment: await sharedMoment(context, debate, named?.searchParams.get(MOMENT)) };
};

/** The clip is already validated, so it needs no escaping. */
const momentQuery = (moment: SharedMoment | null): string =>
  moment ? `?${MOMENT}=${moment.written}` : "";

/** Returns the limit in whole pixels. Infinity if it is missing or not a number. */
const limitOf = (wanted: unknown): number => {
  const limit = Number(wanted);
  return limit > 0 ? Math.max(1, Math.floor(limit)) : Infinity;
};

/** Returns the largest size with the picture's aspect ratio within the requested limits. */
const sizeWithin = (maxwidth: unknown, maxheight: unknown) => {
  const widest = Math.min(EMBEDDED.width, limitOf(maxwidth));
  const highest = limitOf(maxheight);
  const height = Math.min(Math.round((widest * PICTURE.height) / PICTURE.width), highest);
  const width = Math.min(
    widest,
    Math.max(1, Math.floor((height * PICTURE.width) / PICTURE.height)),
  );
  return height < highest ? { width: widest, height } : { width, height };
};

/** Implements https://oembed.com: returns the HTML with which other sites embed a debate. */
const answerOembed =
  (context: Context): RequestHandler =>
  async (req, res) => {
    const { url, format = "json", maxwidth, maxheight } = req.query;
    if (format !== "json") throw new DomainError("not_found", "Only JSON is given here.");
    const origin = originOf(context.env, req);
    const { debate, moment } = await sharedAt(context, origin, url);
    const { id, owner } = debate;
    const title = moment?.title ?? debate.topic;
    const { width, height } = sizeWithin(maxwidth, maxheight);
    const hasThumbnail = fits(maxwidth, PICTURE.width) && fits(maxheight, PICTURE.height);
    const src = `${origin}/embed/debate/${id}${momentQuery(moment)}`;
    res.set("Cache-Control", "public, no-cache").json({
      version: "1.0",
      type: "rich",
      provider_name: context.env.productName,
      provider_url: origin,
      title,
      author_name: owner.username,
      html: embedCode({ src, title, width, height }),
      width,
      height,
      // The specification forbids thumbnails above the requested size, and ours has one fixed size.
      ...(hasThumbnail && {
        thumbnail_url: origin + debatePicture(id, moment?.written),
        thumbnail_width: PICTURE.width,
        thumbnail_height: PICTURE.height,
      }),
    });
  };

const page = (
  { id, topic }: Debate,
  moment: SharedMoment | null,
  nonce: string,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>${escaped(moment?.title ?? topic)}</title>
    <style nonce="${nonce}">html,body{margin:0;background:${COLORS.canvas.dark}}body{display:grid;align-items:center;min-height:100vh}img{display:block;width:100%;height:auto}</style>
  </head>
  <body>
    <a href="/debate/${id}${momentQuery(moment)}" target="_blank" rel="noopener"><img src="${debatePicture(id, moment?.written)}" width="${PICTURE.width}" height="${PICTURE.height}" alt="${escaped(moment?.title ?? topic)}" /></a>
  </body>
</html>
`;

const allowFrames = (res: Response, nonce: string): void => {
  res.removeHeader("X-Frame-Options");
  res.set(
    "Content-Security-Policy",
    `default-src 'none';img-src 'self';style-src 'nonce-${nonce}';base-uri 'none';form-action 'none';frame-ancestors *`,
  );
};

const sendFrame =
  (context: Context): RequestHandler =>
  async (req, res) => {
    const debate = await sharedDebate(context, PathId.safeParse(req.params["id"]).data);
    const moment = await sharedMoment(context, debate, req.query[MOMENT]);
    const nonce = String(res.locals["nonce"]);
    allowFrames(res, nonce);
    res
      .set("Cache-Control", "no-cache")
      .type("html")
      .send(page(debate, moment, nonce));
  };

export const embedRoutes = (context: Context): Router =>
  Router()
    .get("/oembed", limitPages(context), readAt("row", context, answerOembed))
    .get("/embed/debate/:id", limitPages(context), readAt("row", context, sendFrame));
