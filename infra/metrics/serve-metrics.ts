import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import { openPools } from "../db/pool.ts";
import { counted } from "./metrics.ts";
import { type Measure, watch } from "./watch.ts";

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

const POOLS: Measure[] = [
  {
    name: "debate_database_connections",
    help: "Connections that this process has to PostgreSQL, but for those that listen",
    labels: ["state"],
    async look() {
      const pools = openPools();
      const sum = (of: (pool: (typeof pools)[number]) => number) =>
        pools.reduce((total, pool) => total + of(pool), 0);
      return [
        [{ state: "busy" }, sum((pool) => pool.totalCount - pool.idleCount)],
        [{ state: "idle" }, sum((pool) => pool.idleCount)],
        [{ state: "awaited" }, sum((pool) => pool.waitingCount)],
      ];
    },
  },
];

/**
 * Serves what this process counts, and what it knows when it is asked, to Prometheus, at `/metrics` of
 * a port that nobody else can reach. Port 0 takes a free one, none is served without any.
 */
export const serveMetrics = async (
  port: number | undefined,
  measures: readonly Measure[],
): Promise<MetricsServer | undefined> => {
  if (port === undefined) return undefined;
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  for (const measure of [...POOLS, ...measures]) watch(own, measure);
  const all = Registry.merge([counted, own]);
  const server = createServer(async ({ url }, res) => {
    const isAsked = url === "/metrics";
    res.writeHead(isAsked ? 200 : 404, { "content-type": all.contentType });
    res.end(isAsked ? await all.metrics() : "");
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
