import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readiness } from "#shared/contract/health.ts";

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

const answer = (res: ServerResponse, status: number, body: object): void => {
  const headers = { "content-type": "application/json" };
  const later = status === 503 ? { "retry-after": "2" } : {};
  res.writeHead(status, { ...headers, ...later }).end(JSON.stringify(body));
};

/** `/healthz`: the process is alive. `/readyz`: it can do its work. Port 0 takes a free one. */
export const startHealthServer = async (
  port: number,
  check: () => Promise<Readiness>,
): Promise<HealthServer> => {
  const server = createServer(async ({ url }, res) => {
    if (url === "/healthz") return answer(res, 200, { alive: true });
    if (url !== "/readyz") return answer(res, 404, {});
    const readiness = await check();
    answer(res, readiness.ready ? 200 : 503, readiness);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, resolve);
  });
  return {
    // A server that listens on a port, not on a pipe, has an address of this kind.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
