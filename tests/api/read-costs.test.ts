import type { RequestHandler } from "express";
import { addRoutes, createApp } from "#api/app.ts";
import type { ReadCost } from "#api/http/read-cost.ts";
import { readEnv } from "#infra/env.ts";
import { testLogger } from "../harness.ts";

const pass: RequestHandler = (_req, _res, next) => next();

interface Layer {
  route?: { path: string; methods: Record<string, boolean>; stack: { handle: Costed }[] };
  handle: Costed & { stack?: Layer[] };
}
type Costed = RequestHandler & { cost?: ReadCost };

const readsOf = (layers: readonly Layer[]): [path: string, handlers: Costed[]][] =>
  layers.flatMap(({ route, handle }) => {
    if (route?.methods["get"])
      return [[route.path, route.stack.map((layer) => layer.handle)] as [string, Costed[]]];
    return readsOf(handle.stack ?? []);
  });

/** The whole application, without connections. */
const allReads = () => {
  const app = createApp(false);
  const parts = {
    context: { env: readEnv({}), logger: testLogger, lists: {}, throttles: {} },
    sessions: { middleware: pass },
    checkOrigin: () => "same",
    shutdown: { closeConnections: pass },
    web: { clientDir: "/nowhere", template: "", render: async () => ({}) },
  };
  addRoutes(app, parts as unknown as Parameters<typeof addRoutes>[1]);
  return readsOf(app.router.stack as unknown as Layer[]);
};

/**
 * Every new GET route must declare its cost here. `list` is for reads that grow with the data. They
 * get a rate limit, a separate pool, a statement timeout and a bounded queue.
 */
const COSTS: Record<string, ReadCost> = {
  "/healthz": "none",
  "/readyz": "row",
  "/tts/status": "none",
  "/tts/audio": "row",
  "/tts/sentences": "row",
  "/turns/:id/ruling.mp3": "row",
  "/debates/:id/live.mp3": "row",
  "/debates/:id/live": "row",
  "/debates/:id/moment": "row",
  "/debates/:id/moment.mp3": "row",
  "/debates/:id/audio.mp3": "row",
  "/debates/my": "list",
  "/debates/languages": "list",
  "/debates/live": "list",
  "/debates/public": "list",
  "/debates/spoken": "list",
  "/debates/:id": "row",
  "/debates/:id/turns": "row",
  "/debates/:id/swing": "row",
  "/debates/:id/appeals": "row",
  "/user": "row",
  "/account": "list",
  "/account/export/data.json": "list",
  "/account/export/debates.md": "list",
  "/unsubscribe": "none",
  "/leaderboard": "list",
  "/judge": "list",
  "/judge/rules": "list",
  "/config": "none",
  "/credits": "row",
  "/credits/transactions": "list",
  "/admin/users": "list",
  "/admin/debates": "list",
  "/admin/spending": "list",
  "/admin/operations": "list",
  "/admin/reviews": "list",
  "/admin/appeals": "list",
  "/admin-regen-audio/:id": "row",
  "/admin-audio-download": "row",
  "/admin/debates/:id/audio": "row",
  "/superadmin/users": "list",
  "/superadmin/audit": "list",
  "/superadmin/model-check": "row",
  "/superadmin/judge-audits": "row",
  "/openapi.json": "none",
  "/docs": "none",
  "/docs/start.js": "none",
  "/feed.xml": "list",
  "/feed/:id.mp3": "row",
  "/robots.txt": "none",
  "/sitemap.xml": "list",
  "/debate/:id/picture.png": "row",
  "/oembed": "row",
  "/embed/debate/:id": "row",
  "/about": "none",
  "/debates": "none",
  "/index.html": "none",
  "/{*splat}": "page",
};

describe("every GET route", () => {
  it("declares what it costs the database", () => {
    const declared = new Map<string, ReadCost | undefined>();
    for (const [path, handlers] of allReads()) {
      const cost = handlers.find((handler) => handler.cost !== undefined)?.cost;
      // A guard, which declares no cost, may be registered under the same path as its route.
      if (cost !== undefined || !declared.has(path)) declared.set(path, cost);
    }
    expect(Object.fromEntries(declared)).toEqual(COSTS);
  });
});
