import { Router } from "express";
import type { Backend } from "#infra/backend/backend.ts";
import type { Sql } from "#infra/db/sql.ts";
import { checkReadiness } from "#infra/readiness.ts";

/** `/healthz`: the process is alive. `/readyz`: it can do its work. */
export const healthRoutes = (sql: Sql, backend: Backend): Router =>
  Router()
    .get("/healthz", (_req, res) => {
      res.json({ alive: true });
    })
    .get("/readyz", async (_req, res) => {
      const readiness = await checkReadiness(sql, backend);
      res.status(readiness.ready ? 200 : 503).json(readiness);
    });
