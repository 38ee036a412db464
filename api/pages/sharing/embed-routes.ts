import { type RequestHandler, type Response, Router } from "express";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { AI_LABEL, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { COLORS } from "#shared/domain/brand.ts";
import {
  buildPicturePath,
  CLIP_PARAMETER,
  PICTURE_SIZE_PX,
} from "#shared/domain/debates/sharing/debate-picture.ts";
import { EMBED_SIZE_PX, buildEmbedCode } from "#shared/domain/debates/sharing/embed-code.ts";
import type { Context } from "#api/context.ts";
import type { ClipDeps } from "#api/queries/audio/get-clip.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import { limitPages } from "#api/http/rate-limiting/limit-pages.ts";
import { createReadHandler, type ReadDeps } from "#api/http/read-cost.ts";
import { getPublicOrigin } from "../public-origin.ts";
import { getSharedDebate } from "./shared-debate.ts";
import { type SharedClip, findSharedClip } from "./shared-clip.ts";
import { renderTextAttributes } from "#shared/domain/debates/language/text-in-markup.ts";

/**
 * Returns whether the thumbnail may be offered: its size is fixed and must not exceed the requested
 * maximum.
 */
const fitsThumbnail = (requested: unknown, size: number): boolean => !(Number(requested) < size);

type EmbedDeps = ClipDeps & Pick<Context, "env">;

/**
 * Returns the debate and clip that a URL of the product refers to. Throws `not_found` for other
 * URLs.
 */
const findSharedAt = async (context: EmbedDeps, origin: string, address: unknown) => {
  const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined;
  const id = url?.origin === origin ? /^\/debate\/(\d+)\/?$/.exec(url.pathname)?.[1] : undefined;
  const debate = await getSharedDebate(context, PathId.safeParse(id).data);
  return {
    debate,
    clip: await findSharedClip(context, debate, url?.searchParams.get(CLIP_PARAMETER)),
  };
};

/** Returns the query string of a clip, which is already validated and needs no escaping. */
const buildClipQuery = (clip: SharedClip | null): string =>
  clip ? `?${CLIP_PARAMETER}=${clip.parameter}` : "";

/** Returns the limit in whole pixels. Infinity if it is missing or not a number. */
const parsePixelLimit = (requested: unknown): number => {
  const limit = Number(requested);
  return limit > 0 ? Math.max(1, Math.floor(limit)) : Infinity;
};

/** Returns the largest size with the picture's aspect ratio within the requested limits. */
const fitEmbedSize = (maxwidth: unknown, maxheight: unknown) => {
  const widthLimit = Math.min(EMBED_SIZE_PX.width, parsePixelLimit(maxwidth));
  const heightLimit = parsePixelLimit(maxheight);
  const height = Math.min(
    Math.round((widthLimit * PICTURE_SIZE_PX.height) / PICTURE_SIZE_PX.width),
    heightLimit,
  );
  const width = Math.min(
    widthLimit,
    Math.max(1, Math.floor((height * PICTURE_SIZE_PX.width) / PICTURE_SIZE_PX.height)),
  );
  return height < heightLimit ? { width: widthLimit, height } : { width, height };
};

/** Implements https://oembed.com: returns the HTML with which other sites embed a debate. */
const createOembedHandler =
  (context: EmbedDeps): RequestHandler =>
  async (req, res) => {
    const { url, format = "json", maxwidth, maxheight } = req.query;
    if (format !== "json") throw new DomainError("not_found", "Only JSON is available.");
    const origin = getPublicOrigin(context.env, req);
    const { debate, clip } = await findSharedAt(context, origin, url);
    const { id, owner } = debate;
    const title = clip?.title ?? debate.topic;
    const { width, height } = fitEmbedSize(maxwidth, maxheight);
    const hasThumbnail =
      fitsThumbnail(maxwidth, PICTURE_SIZE_PX.width) &&
      fitsThumbnail(maxheight, PICTURE_SIZE_PX.height);
    const src = `${origin}/embed/debate/${id}${buildClipQuery(clip)}`;
    res.set("Cache-Control", "public, no-cache").json({
      version: "1.0",
      type: "rich",
      provider_name: context.env.productName,
      provider_url: origin,
      title,
      author_name: owner.username,
      html: buildEmbedCode({ src, title, language: debate.language, width, height }),
      width,
      height,
      // The specification forbids thumbnails above the requested size, and ours has one fixed size.
      ...(hasThumbnail && {
        thumbnail_url: origin + buildPicturePath(id, clip?.parameter),
        thumbnail_width: PICTURE_SIZE_PX.width,
        thumbnail_height: PICTURE_SIZE_PX.height,
      }),
    });
  };

const renderEmbedPage = (
  { id, topic, language }: Debate,
  clip: SharedClip | null,
  nonce: string,
): string => {
  const title = clip?.title ?? topic;
  const attributes = renderTextAttributes(language, title);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="robots" content="noindex" />
    <meta name="digitalSourceType" content="${DIGITAL_SOURCE_TYPE}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title ${attributes}>${escapeHtml(title)}</title>
    <style nonce="${nonce}">html,body{margin:0;background:${COLORS.canvas.dark}}body{display:grid;align-items:center;min-height:100vh}img{display:block;width:100%;height:auto}span{position:absolute;clip-path:inset(50%)}</style>
  </head>
  <body>
    <a href="/debate/${id}${buildClipQuery(clip)}" target="_blank" rel="noopener"><img src="${buildPicturePath(id, clip?.parameter)}" width="${PICTURE_SIZE_PX.width}" height="${PICTURE_SIZE_PX.height}" alt="${escapeHtml(title)}" ${attributes} /><span>${AI_LABEL}</span></a>
  </body>
</html>
`;
};

const allowFrames = (res: Response, nonce: string): void => {
  res.removeHeader("X-Frame-Options");
  res.set(
    "Content-Security-Policy",
    `default-src 'none';img-src 'self';style-src 'nonce-${nonce}';base-uri 'none';form-action 'none';frame-ancestors *`,
  );
};

const createEmbedHandler =
  (context: EmbedDeps): RequestHandler =>
  async (req, res) => {
    const debate = await getSharedDebate(context, PathId.safeParse(req.params["id"]).data);
    const clip = await findSharedClip(context, debate, req.query[CLIP_PARAMETER]);
    const nonce = String(res.locals["nonce"]);
    allowFrames(res, nonce);
    res
      .set("Cache-Control", "no-cache")
      .type("html")
      .send(renderEmbedPage(debate, clip, nonce));
  };

export const createEmbedRoutes = (context: EmbedDeps & ReadDeps): Router =>
  Router()
    .get("/oembed", limitPages(context), createReadHandler("row", context, createOembedHandler))
    .get(
      "/embed/debate/:id",
      limitPages(context),
      createReadHandler("row", context, createEmbedHandler),
    );
