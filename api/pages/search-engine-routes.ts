import { type RequestHandler, Router } from "express";
import { selectRows } from "#infra/db/sql.ts";
import { PAGES } from "#shared/domain/pages.ts";
import type { Context } from "../context.ts";
import { limitPages } from "../http/rate-limiting/limit-pages.ts";
import { createReadHandler, type ReadDeps } from "../http/read-cost.ts";
import { getPublicOrigin } from "./public-origin.ts";

const LISTED_PAGES = Object.values(PAGES).filter(({ isListed }) => isListed);

/** A sitemap has at most 50,000 URLs. */
const MAX_SITEMAP_DEBATES = 49_000;

const SHARED_DEBATES_SQL = `
  SELECT id FROM debates WHERE is_public AND share_enabled AND NOT is_unlisted AND current_turn > 0
   ORDER BY id DESC LIMIT $1`;

const renderRobotsTxt = (origin: string): string =>
  ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

const renderSitemap = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url><loc>${address}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");

const createRobotsHandler =
  ({ env }: Pick<Context, "env">): RequestHandler =>
  (req, res) => {
    res
      .set("Cache-Control", "public, max-age=3600")
      .type("text")
      .send(renderRobotsTxt(getPublicOrigin(env, req)));
  };

const createSitemapHandler =
  ({ env, sql }: Pick<Context, "env" | "sql">): RequestHandler =>
  async (req, res) => {
    const origin = getPublicOrigin(env, req);
    const debates = await selectRows<{ id: number }>(sql, SHARED_DEBATES_SQL, [
      MAX_SITEMAP_DEBATES,
    ]);
    const pages = LISTED_PAGES.map(({ path }) => new URL(path, origin).href);
    // Concatenates strings, because parsing up to 49,000 URLs would be slow.
    const topics = debates.map(({ id }) => `${origin}/debate/${id}`);
    res
      .set("Cache-Control", "public, no-cache")
      .type("xml")
      .send(renderSitemap([...pages, ...topics]));
  };

export const createSearchEngineRoutes = (
  context: ReadDeps & Pick<Context, "env" | "sql">,
): Router =>
  Router()
    .get("/robots.txt", createReadHandler("none", context, createRobotsHandler))
    .get(
      "/sitemap.xml",
      limitPages(context),
      createReadHandler("list", context, createSitemapHandler),
    );
