import type { ServerResponse } from "node:http";
import type { Env } from "#infra/env.ts";
import { createHostCheck } from "#infra/http/hosts.ts";
import { type OpenServer, openServer } from "#infra/process/open-server.ts";
import type { Readiness } from "#shared/contract/health.ts";

const answer = (res: ServerResponse, status: number, body: object): void => {
  const headers = { "content-type": "application/json" };
  const later = status === 503 ? { "retry-after": "2" } : {};
  res.writeHead(status, { ...headers, ...later }).end(JSON.stringify(body));
};

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (the process can work). Port 0 selects a
 * free port.
 */
export const startHealthServer = (
  env: Pick<Env, "workerHealthPort" | "publicOrigin" | "allowedHosts" | "isHttps">,
  check: () => Promise<Readiness>,
): Promise<OpenServer> => {
  const rules = { servesHost: createHostCheck(env), isHttps: env.isHttps };
  return openServer(env.workerHealthPort, rules, async ({ url }, res) => {
    if (url === "/healthz") return answer(res, 200, { alive: true });
    if (url !== "/readyz") return answer(res, 404, {});
    const readiness = await check();
    answer(res, readiness.ready ? 200 : 503, readiness);
  });
};
