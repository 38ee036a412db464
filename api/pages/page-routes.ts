import path from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import { type Request, type RequestHandler, type Response, Router, static as files } from "express";
import type { DomainError } from "#shared/contract/errors.ts";
import type { PageRequest, RenderedPage, RenderPage } from "#shared/contract/page.ts";
import { PATH_ALIASES } from "#shared/domain/pages.ts";
import type { Context } from "../context.ts";
import { createErrorHandler, logIfDenied } from "../http/errors.ts";
import { redactUrl } from "../http/server/log-requests.ts";
import { limitPages } from "../http/rate-limiting/limit-pages.ts";
import { createReadHandler, type ListDeps, type ReadDeps, readList } from "../http/read-cost.ts";
import { createScriptHostsLookup, createPageHeaders } from "../http/server/security-headers.ts";
import { getViewer } from "../http/session/session.ts";
import { composeHtml } from "./rendering/compose-html.ts";
import { createEmbedRoutes } from "./sharing/embed-routes.ts";
import { cacheRenderedPages } from "./rendering/rendered-page-cache.ts";
import { getPublicOrigin } from "./public-origin.ts";
import { renderOutagePage } from "./rendering/outage-page.ts";
import type { DrawPicture } from "./picture/picture-worker.ts";
import { createPictureRoutes } from "./picture/picture-routes.ts";
import { type PreloadPageDeps, preloadPage } from "./rendering/preload-page.ts";
import { createSearchEngineRoutes } from "./search-engine-routes.ts";
import type { WebBuild } from "./rendering/web-build.ts";

/**
 * One level above the default of `compression`, so that most pages fit into the first packets of
 * the connection.
 */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const EMPTY_PAGE: RenderedPage = { status: 200, head: "", body: "" };

type PageDeps = PreloadPageDeps & ListDeps & Pick<Context, "logger" | "logDenial">;

const createPageHandler =
  ({ template, render }: WebBuild) =>
  (context: PageDeps): RequestHandler => {
    const renderForVisitors = cacheRenderedPages(render);
    return async (req, res) => {
      const nonce = String(res.locals["nonce"]);
      const origin = getPublicOrigin(context.env, req);
      const viewer = getViewer(req);
      const data = await preloadPage(context, viewer, new URL(origin + req.originalUrl), {
        runList: (read) => readList(context, req, read),
        onMissing: (error) => logIfDenied(context, error, req),
      });
      const asked = { url: req.originalUrl, origin, nonce, data };
      const rendered = await renderOrFallBack(viewer ? render : renderForVisitors, asked, context);
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
const createRedirect =
  (target: string): RequestHandler =>
  (req, res) => {
    const query = req.originalUrl.indexOf("?");
    res.set("Cache-Control", "public, max-age=86400");
    res.redirect(301, target + (query < 0 ? "" : req.originalUrl.slice(query)));
  };

const createAliasRoutes = (context: ReadDeps): Router =>
  Object.entries(PATH_ALIASES).reduce(
    (router, [alias, target]) =>
      router.get(
        alias,
        createReadHandler("none", context, () => createRedirect(target)),
      ),
    Router(),
  );

/**
 * Logs a rendering error and sends an empty page, which the browser may still be able to render.
 */
const renderOrFallBack = async (
  render: RenderPage,
  request: PageRequest,
  { logger }: Pick<Context, "logger">,
): Promise<RenderedPage> => {
  try {
    return await render(request);
  } catch (err) {
    logger.error({ err, url: redactUrl(request.url) }, "page.render_failed");
    return EMPTY_PAGE;
  }
};

const createErrorWriter =
  ({ env }: Pick<Context, "env">) =>
  ({ code, message }: DomainError, req: Request, res: Response): void => {
    const isPage = code === "out_of_service" && req.accepts(["text", "html"]) === "html";
    if (isPage)
      res.type("html").send(renderOutagePage(message, env.productName, res.locals["nonce"]));
    else res.type("text").send(message);
  };

export const createPageRoutes = (
  web: WebBuild,
  draw: DrawPicture,
  context: PageDeps & ReadDeps,
  sessions: RequestHandler,
): Router =>
  Router()
    .use(
      createPageHeaders(context.env.isHttps, createScriptHostsLookup(context.env)),
      compression({ brotli: BROTLI_OPTIONS }),
    )
    .use(
      "/static",
      // The file names contain a hash of the content, so a file never changes.
      files(path.join(web.clientDir, "static"), { immutable: true, maxAge: "1y", index: false }),
      // The response for a missing file must not be cached, because during a deploy, a new page may
      // request its files from a process of the old version.
      (_req, res) => {
        res.set("Cache-Control", "no-store").sendStatus(404);
      },
    )
    .use(
      createAliasRoutes(context),
      createSearchEngineRoutes(context),
      createPictureRoutes(context, draw),
      createEmbedRoutes(context),
    )
    .get(
      "/index.html",
      createReadHandler("none", context, () => (_req, res) => res.redirect("/")),
    )
    .use(files(web.clientDir, { index: false, redirect: false, maxAge: "1h" }))
    .get(
      "/{*splat}",
      limitPages(context),
      sessions,
      createReadHandler("page", context, createPageHandler(web)),
    )
    .use(createErrorHandler(context, createErrorWriter(context)));
