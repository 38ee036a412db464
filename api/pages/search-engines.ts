import { type RequestHandler, Router } from "express";
import { select } from "#infra/db/sql.ts";
import { PAGES } from "#shared/domain/pages.ts";
import type { Context } from "../context.ts";
import { limitPages } from "../http/limit-pages.ts";
import { readAt } from "../http/read-cost.ts";
import { originOf } from "./origin-of.ts";

const LISTED = Object.values(PAGES).filter(({ isListed }) => isListed);

/** A sitemap has at most 50,000 URLs. */
const MOST_DEBATES = 49_000;

const SHARED_DEBATES = `
  SELECT id FROM debates WHERE is_public AND share_enabled AND NOT is_unlisted AND current_turn > 0
   ORDER BY id DESC LIMIT $1`;

const robots = (origin: string): string =>
  ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

const sitemap = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url><loc>${address}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");

const sendRobots =
  ({ env }: Context): RequestHandler =>
  (req, res) => {
    res
      .set("Cache-Control", "public, max-age=3600")
      .type("text")
      .send(robots(originOf(env, req)));
  };

const sendSitemap =
  ({ env, reads }: Context): RequestHandler =>
  async (req, res) => {
    const origin = originOf(env, req);
    const debates = await select<{ id: number }>(reads, SHARED_DEBATES, [MOST_DEBATES]);
    const pages = LISTED.map(({ path }) => new URL(path, origin).href);
    // String concatenation, because parsing up to 49,000 URLs would be slow.
    const topics = debates.map(({ id }) => `${origin}/debate/${id}`);
    res
      .set("Cache-Control", "public, no-cache")
      .type("xml")
      .send(sitemap([...pages, ...topics]));
  };

export const searchEngineRoutes = (context: Context): Router =>
  Router()
    .get("/robots.txt", readAt("none", context, sendRobots))
    .get("/sitemap.xml", limitPages(context), readAt("list", context, sendSitemap));
