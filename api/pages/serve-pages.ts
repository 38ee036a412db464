import path from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import { type Request, type RequestHandler, type Response, Router, static as files } from "express";
import type { DomainError } from "#shared/contract/errors.ts";
import type { PageRequest, RenderedPage, RenderPage } from "#shared/contract/page.ts";
import { ALIASES } from "#shared/domain/pages.ts";
import type { Context } from "../context.ts";
import { answerErrors, logIfDenied } from "../http/errors.ts";
import { loggedUrl } from "../http/log-requests.ts";
import { limitPages } from "../http/limit-pages.ts";
import { readAt, readList } from "../http/read-cost.ts";
import { guestsOf, pageHeaders } from "../http/security-headers.ts";
import { viewerOf } from "../http/session.ts";
import { composeHtml } from "./compose-html.ts";
import { embedRoutes } from "./embed.ts";
import { keepRendered } from "./keep-rendered.ts";
import { originOf } from "./origin-of.ts";
import { outagePage } from "./outage-page.ts";
import type { DrawPicture } from "./picture/draw-aside.ts";
import { pictureRoutes } from "./picture/picture-routes.ts";
import { preload } from "./preload.ts";
import { searchEngineRoutes } from "./search-engines.ts";
import type { WebBuild } from "./web-build.ts";

/**
 * One level above the default of `compression`, so that most pages fit into the first packets of a
 * connection.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const EMPTY: RenderedPage = { status: 200, head: "", body: "" };

const page =
  ({ template, render }: WebBuild) =>
  (context: Context): RequestHandler => {
    const renderForVisitors = keepRendered(render);
    return async (req, res) => {
      const nonce = String(res.locals["nonce"]);
      const origin = originOf(context.env, req);
      const viewer = viewerOf(req);
      const data = await preload(context, viewer, new URL(origin + req.originalUrl), {
        runList: (read) => readList(context, req, read),
        onMissing: (error) => logIfDenied(context, error, req),
      });
      const asked = { url: req.originalUrl, origin, nonce, data };
      const rendered = await renderOrLeave(viewer ? render : renderForVisitors, asked, context);
      const isMissing = data.queries.some(([, answer]) => answer === null);
      // The page has a nonce and data for one viewer, so shared caches must not store it.
      res.set("Cache-Control", viewer ? "private, no-store" : "private, no-cache");
      if (rendered.redirectTo !== undefined) return res.redirect(rendered.redirectTo);
      res
        .status(isMissing ? 404 : rendered.status)
        .type("html")
        .send(composeHtml(template, rendered, data, nonce));
    };
  };

/** Redirects an alias permanently. Keeps the query string unchanged. */
const redirectTo =
  (target: string): RequestHandler =>
  (req, res) => {
    const query = req.originalUrl.indexOf("?");
    res.set("Cache-Control", "public, max-age=86400");
    res.redirect(301, target + (query < 0 ? "" : req.originalUrl.slice(query)));
  };

const aliasRoutes = (context: Context): Router =>
  Object.entries(ALIASES).reduce(
    (router, [alias, target]) =>
      router.get(
        alias,
        readAt("none", context, () => redirectTo(target)),
      ),
    Router(),
  );

/**
 * Logs a rendering error and sends an empty page, which the browser may still be able to render.
 */
const renderOrLeave = async (
  render: RenderPage,
  request: PageRequest,
  { logger }: Context,
): Promise<RenderedPage> => {
  try {
    return await render(request);
  } catch (err) {
    logger.error({ err, url: loggedUrl(request.url) }, "a page could not be rendered");
    return EMPTY;
  }
};

const writeError =
  ({ env }: Context) =>
  ({ code, message }: DomainError, req: Request, res: Response): void => {
    const isPage = code === "out_of_service" && req.accepts(["text", "html"]) === "html";
    if (isPage) res.type("html").send(outagePage(message, env.productName, res.locals["nonce"]));
    else res.type("text").send(message);
  };

export const pageRoutes = (
  web: WebBuild,
  draw: DrawPicture,
  context: Context,
  sessions: RequestHandler,
): Router =>
  Router()
    .use(pageHeaders(context.env.isHttps, guestsOf(context.env)), compression({ brotli: BROTLI }))
    .use(
      "/static",
      // File names contain a content hash.
      files(path.join(web.clientDir, "static"), { immutable: true, maxAge: "1y", index: false }),
      // Not cached: during a deploy, new pages may request their files from an old process.
      (_req, res) => {
        res.set("Cache-Control", "no-store").sendStatus(404);
      },
    )
    .use(
      aliasRoutes(context),
      searchEngineRoutes(context),
      pictureRoutes(context, draw),
      embedRoutes(context),
    )
    .get(
      "/index.html",
      readAt("none", context, () => (_req, res) => res.redirect("/")),
    )
    .use(files(web.clientDir, { index: false, redirect: false, maxAge: "1h" }))
    .get("/{*splat}", limitPages(context), sessions, readAt("page", context, page(web)))
    .use(answerErrors(context, writeError(context)));
