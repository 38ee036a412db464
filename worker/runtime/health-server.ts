import type { ServerResponse } from "node:http";
import type { Env } from "#infra/env.ts";
import { createHostCheck } from "#infra/http/host-check.ts";
import { type ManagementServer, openManagementServer } from "#infra/process/management-server.ts";
import type { Readiness } from "#shared/contract/health.ts";

const sendJson = (res: ServerResponse, status: number, body: object): void => {
  const headers = { "content-type": "application/json" };
  const retryHeaders = status === 503 ? { "retry-after": "2" } : {};
  res.writeHead(status, { ...headers, ...retryHeaders }).end(JSON.stringify(body));
};

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (the process can work). Port 0 selects a
 * free port.
 */
export const startHealthServer = (
  env: Pick<Env, "workerHealthPort" | "publicOrigin" | "allowedHosts" | "isHttps">,
  check: () => Promise<Readiness>,
): Promise<ManagementServer> => {
  const rules = { servesHost: createHostCheck(env), isHttps: env.isHttps };
  return openManagementServer(env.workerHealthPort, rules, async ({ url }, res) => {
    if (url === "/healthz") return sendJson(res, 200, { alive: true });
    if (url !== "/readyz") return sendJson(res, 404, {});
    const readiness = await check();
    sendJson(res, readiness.ready ? 200 : 503, readiness);
  });
};
