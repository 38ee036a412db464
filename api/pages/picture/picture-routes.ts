import { type RequestHandler, Router } from "express";
import { LRUCache } from "lru-cache";
import { notFound } from "#shared/contract/errors.ts";
import { PathId } from "#shared/contract/primitives.ts";
import type { Context } from "../../context.ts";
import { senderAt } from "../../http/address.ts";
import { hasIt } from "../../http/has-it.ts";
import { limitPages } from "../../http/limit-pages.ts";
import { readAt } from "../../http/read-cost.ts";
import { sharedDebate } from "../shared-debate.ts";
import { sharedMoment } from "../shared-moment.ts";
import { debateCard, type DebateCard, etagOf } from "./debate-card.ts";
import type { DrawPicture } from "./draw-aside.ts";

/** Maximum number of cached pictures of about 50 kB. */
const KEPT = 50;

/** Caches pictures. Concurrent requests for a picture share one drawing. */
const keepLatest = (draw: DrawPicture) => {
  const kept = new LRUCache<string, Promise<Uint8Array>>({ max: KEPT });
  return (etag: string, card: DebateCard): Promise<Uint8Array> => {
    const known = kept.get(etag);
    if (known) return known;
    const drawn = draw(card);
    kept.set(etag, drawn);
    drawn.catch(() => kept.delete(etag));
    return drawn;
  };
};

const sendPicture =
  (draw: DrawPicture) =>
  (context: Context): RequestHandler => {
    const picture = keepLatest(draw);
    return async (req, res) => {
      const debate = await sharedDebate(context, PathId.safeParse(req.params["id"]).data);
      const { moment: written } = req.query;
      const moment = written === undefined ? null : await sharedMoment(context, debate, written);
      if (written !== undefined && !moment) throw notFound("Moment");
      const card = debateCard(debate, context.env, moment);
      const etag = etagOf(card);
      res.set({
        ETag: etag,
        // Caches must revalidate, so a debate that becomes private disappears at once.
        "Cache-Control": "public, no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
      if (hasIt(req, etag)) {
        res.status(304).end();
        return;
      }
      await context.throttles.picture.take(senderAt(req.ip));
      res.type("png").send(Buffer.from(await picture(etag, card)));
    };
  };

/** The share picture of a public, shared debate or clip. The same for all viewers. */
export const pictureRoutes = (context: Context, draw: DrawPicture): Router =>
  Router().get(
    "/debate/:id/picture.png",
    limitPages(context),
    readAt("row", context, sendPicture(draw)),
  );
