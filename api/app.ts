import express, { type Express, type RequestHandler, Router } from "express";
import type { Backend } from "#infra/backend/backend.ts";
import { checkReadiness } from "#infra/readiness.ts";
import type { Readiness } from "#shared/contract/health.ts";
import type { Context } from "./context.ts";
import { docsRoutes } from "./openapi/docs.ts";
import { feedRoutes } from "./pages/feed.ts";
import type { DrawPicture } from "./pages/picture/draw-aside.ts";
import { pageRoutes } from "./pages/serve-pages.ts";
import type { WebBuild } from "./pages/web-build.ts";
import { ALL_ROUTES } from "./routes/all-routes.ts";
import { answerErrors, answerUnknownEndpoint, asJson } from "./http/errors.ts";
import { logRequests } from "./http/log-requests.ts";
import {
  type OriginCheck,
  refuseCrossOrigin,
  refuseOtherSites,
  requireOwnPage,
} from "./http/origin.ts";
import { readAt } from "./http/read-cost.ts";
import type { Route } from "./http/route.ts";
import type { Leaving } from "./realtime/drain.ts";
import { dataHeaders } from "./http/security-headers.ts";
import { serve } from "./http/serve.ts";
import { cookieOf, type Sessions } from "./http/session.ts";

interface Parts {
  context: Context;
  backend: Backend;
  sessions: Sessions;
  checkOrigin: OriginCheck;
  leaving: Leaving;
  web: WebBuild | undefined;
  draw: DrawPicture;
}

/**
 * Whether this process can serve requests. With Redis it can do so without the queue: turns are
 * rows, which the reconciler finds. On PostgreSQL the queue connection also carries events.
 */
const readinessOf = async ({ context, backend, leaving }: Parts): Promise<Readiness> => {
  const { database, queue } = await checkReadiness({ db: context.db, sql: context.reads }, backend);
  const isUsable = database && (queue || backend.name === "redis");
  return { ready: isUsable && !leaving.hasBegun(), database, queue };
};

/** `/healthz`: the process runs. `/readyz`: it can serve requests. */
const healthRoutes = (parts: Parts): Router =>
  Router()
    .get(
      "/healthz",
      readAt("none", parts.context, () => (_req, res) => void res.json({ alive: true })),
    )
    .get(
      "/readyz",
      readAt("row", parts.context, () => async (_req, res) => {
        const readiness = await readinessOf(parts);
        if (!readiness.ready) res.set("Retry-After", "2");
        res.status(readiness.ready ? 200 : 503).json(readiness);
      }),
    );

const neverShared: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "private, no-cache");
  next();
};

const GUARDS = { act: requireOwnPage, bytes: refuseOtherSites };

const apiRoutes = ({ context, sessions, checkOrigin }: Parts): Router => {
  const router = Router().use(dataHeaders, neverShared);
  const add = (routes: readonly Route[]): void => {
    for (const route of routes) {
      const { method, path, guard } = route.endpoint;
      if (guard) router[method](path, GUARDS[guard](checkOrigin));
      router[method](path, serve(route, context));
    }
  };
  // Signed requests need no session and may come from other origins.
  add(ALL_ROUTES.filter(({ endpoint }) => endpoint.isSigned));
  router.use(refuseCrossOrigin(checkOrigin), sessions.middleware);
  add(ALL_ROUTES.filter(({ endpoint }) => !endpoint.isSigned));
  return router
    .use(docsRoutes(context, cookieOf(context.env).name))
    .use(answerUnknownEndpoint, answerErrors(context, asJson));
};

export const addRoutes = (app: Express, parts: Parts): void => {
  const { context, sessions, web, draw } = parts;
  app.use(parts.leaving.closeConnections, healthRoutes(parts));
  app.use(logRequests(context.logger));
  app.use("/api", apiRoutes(parts));
  app.use(feedRoutes(context));
  if (web) app.use(pageRoutes(web, draw, context, sessions.middleware));
  app.use(answerUnknownEndpoint, answerErrors(context, asJson));
};

/** Creates the Express application, which trusts only the configured proxies. */
export const createApp = (trustProxy: Context["env"]["trustProxy"]): Express =>
  express()
    .set("trust proxy", trustProxy)
    .disable("x-powered-by")
    // API responses rarely repeat, so hashing them would be wasted.
    .disable("etag");
