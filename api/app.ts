import express, { type Express, type RequestHandler, Router } from "express";
import type { Backend } from "#infra/backend/backend.ts";
import { checkReadiness } from "#infra/readiness.ts";
import type { Readiness } from "#shared/contract/health.ts";
import type { Context } from "./context.ts";
import { createDocsRoutes } from "./openapi/docs-routes.ts";
import { createFeedRoutes } from "./pages/podcast/feed-routes.ts";
import type { DrawPicture } from "./pages/picture/picture-worker.ts";
import { createPageRoutes } from "./pages/page-routes.ts";
import type { WebBuild } from "./pages/rendering/web-build.ts";
import { ALL_ROUTES } from "./routes/all-routes.ts";
import { createErrorHandler, handleUnknownEndpoint, writeJsonError } from "./http/errors.ts";
import { logRequests } from "./http/server/log-requests.ts";
import {
  type OriginCheck,
  rejectCrossOrigin,
  rejectCrossSite,
  requireSameOriginPage,
} from "./http/server/origin-check.ts";
import { holdRequests } from "./http/hold-requests.ts";
import { createReadHandler } from "./http/read-cost.ts";
import type { Route } from "./http/route.ts";
import type { ShutdownState } from "./realtime/sockets/drain.ts";
import { setDataHeaders } from "./http/server/security-headers.ts";
import { createRouteHandler } from "./http/serve-route.ts";
import { getSessionCookie, type Sessions } from "./http/session/session.ts";

interface AppDeps {
  context: Context;
  backend: Backend;
  sessions: Sessions;
  checkOrigin: OriginCheck;
  shutdown: ShutdownState;
  web: WebBuild | undefined;
  draw: DrawPicture;
}

/**
 * Returns whether this process can serve requests. If Redis is the queue, the process also serves
 * while Redis is down: requested turns are stored in the database, and the reconciler queues them
 * later. If PostgreSQL is the queue, its connection must work, because it also carries the socket
 * events.
 */
const checkAppReadiness = async ({ context, backend, shutdown }: AppDeps): Promise<Readiness> => {
  const { database, queue } = await checkReadiness({ db: context.db, sql: context.sql }, backend);
  const isUsable = database && (queue || backend.name === "redis");
  return { ready: isUsable && !shutdown.hasBegun(), database, queue };
};

/** Responds whether the process runs (`/healthz`) and can serve requests (`/readyz`). */
const createHealthRoutes = (deps: AppDeps): Router =>
  Router()
    .get(
      "/healthz",
      createReadHandler("none", deps.context, () => (_req, res) => void res.json({ alive: true })),
    )
    .get(
      "/readyz",
      createReadHandler("row", deps.context, () => async (_req, res) => {
        const readiness = await checkAppReadiness(deps);
        if (!readiness.ready) res.set("Retry-After", "2");
        res.status(readiness.ready ? 200 : 503).json(readiness);
      }),
    );

const setPrivateNoCache: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "private, no-cache");
  next();
};

/**
 * Time in milliseconds over which requests of a batched route are collected. Pages show the effect
 * at once and do not wait for the response.
 */
const HOLD_MS = 200;

const GUARDS = { act: requireSameOriginPage, bytes: rejectCrossSite };

const createApiRoutes = ({ context, sessions, checkOrigin }: AppDeps): Router => {
  const router = Router().use(setDataHeaders, setPrivateNoCache);
  const add = (routes: readonly Route[]): void => {
    for (const route of routes) {
      const { method, path, guard } = route.endpoint;
      if (guard) router[method](path, GUARDS[guard](checkOrigin));
      router[method](path, createRouteHandler(route, context));
    }
  };
  // Routes whose requests carry a signature or token come first: they need no session, and other
  // origins may call them.
  add(ALL_ROUTES.filter(({ endpoint }) => endpoint.isSigned));
  router.use(rejectCrossOrigin(checkOrigin));
  for (const { endpoint } of ALL_ROUTES)
    if (endpoint.isBatched) router[endpoint.method](endpoint.path, holdRequests(HOLD_MS));
  router.use(sessions.middleware);
  add(ALL_ROUTES.filter(({ endpoint }) => !endpoint.isSigned));
  return router
    .use(createDocsRoutes(context, getSessionCookie(context.env).name))
    .use(handleUnknownEndpoint, createErrorHandler(context, writeJsonError));
};

export const addRoutes = (app: Express, deps: AppDeps): void => {
  const { context, sessions, web, draw } = deps;
  app.use(deps.shutdown.closeConnections, createHealthRoutes(deps));
  app.use(logRequests(context.logger));
  app.use("/api", createApiRoutes(deps));
  app.use(createFeedRoutes(context));
  if (web) app.use(createPageRoutes(web, draw, context, sessions.middleware));
  app.use(handleUnknownEndpoint, createErrorHandler(context, writeJsonError));
};

/** Creates the Express application, which trusts only the configured proxies. */
export const createApp = (trustProxy: Context["env"]["trustProxy"]): Express =>
  express()
    .set("trust proxy", trustProxy)
    .disable("x-powered-by")
    // Express would hash every response for an ETag. API responses rarely repeat, so the work would
    // be wasted.
    .disable("etag");
