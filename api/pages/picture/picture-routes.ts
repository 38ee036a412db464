import { type RequestHandler, Router } from "express";
import { LRUCache } from "lru-cache";
import { notFound } from "#shared/contract/errors.ts";
import { PathId } from "#shared/contract/primitives.ts";
import type { Context } from "../../context.ts";
import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { matchesEtag } from "#api/http/request-headers.ts";
import { limitPages } from "#api/http/rate-limiting/limit-pages.ts";
import { createReadHandler, type ReadDeps } from "../../http/read-cost.ts";
import type { ClipDeps } from "#api/queries/audio/get-clip.ts";
import { getSharedDebate } from "../sharing/shared-debate.ts";
import { findSharedClip } from "../sharing/shared-clip.ts";
import { buildDebateCard, type DebateCard, computeCardEtag } from "./debate-card.ts";
import type { DrawPicture } from "./picture-worker.ts";

/** Maximum number of cached pictures of about 50 kB. */
const MAX_PICTURES = 50;

/** Caches pictures. Concurrent requests for a picture share one drawing. */
const cachePictures = (draw: DrawPicture) => {
  const cache = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_PICTURES });
  return (etag: string, card: DebateCard): Promise<Uint8Array> => {
    const cached = cache.get(etag);
    if (cached) return cached;
    const drawn = draw(card);
    cache.set(etag, drawn);
    drawn.catch(() => cache.delete(etag));
    return drawn;
  };
};

type PictureDeps = ClipDeps & Pick<Context, "env" | "throttles">;

const createPictureHandler =
  (draw: DrawPicture) =>
  (context: PictureDeps): RequestHandler => {
    const getPicture = cachePictures(draw);
    return async (req, res) => {
      const debate = await getSharedDebate(context, PathId.safeParse(req.params["id"]).data);
      const { moment: clipParameter } = req.query;
      const clip =
        clipParameter === undefined ? null : await findSharedClip(context, debate, clipParameter);
      if (clipParameter !== undefined && !clip) throw notFound("Moment");
      const card = buildDebateCard(debate, context.env, clip);
      const etag = computeCardEtag(card);
      res.set({
        ETag: etag,
        // Caches must revalidate, so a debate that becomes private disappears at once.
        "Cache-Control": "public, no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
      if (matchesEtag(req, etag)) {
        res.status(304).end();
        return;
      }
      await context.throttles.picture.take(normalizeClientAddress(req.ip));
      res.type("png").send(Buffer.from(await getPicture(etag, card)));
    };
  };

/** Serves the share picture of a public, shared debate or clip. It is the same for all viewers. */
export const createPictureRoutes = (context: PictureDeps & ReadDeps, draw: DrawPicture): Router =>
  Router().get(
    "/debate/:id/picture.png",
    limitPages(context),
    createReadHandler("row", context, createPictureHandler(draw)),
  );
