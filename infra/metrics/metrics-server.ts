import { collectDefaultMetrics, Registry } from "prom-client";
import { listOpenPools } from "../db/connection/warm-pool.ts";
import type { Env } from "../env.ts";
import { createHostCheck } from "../http/host-check.ts";
import { type ManagementServer, openManagementServer } from "../process/management-server.ts";
import { metricsRegistry } from "./registry.ts";
import { type GaugeSource, registerGauge } from "./register-gauge.ts";

const POOL_GAUGES: GaugeSource[] = [
  {
    name: "debate_database_connections",
    help: "Connections of this process to PostgreSQL, without those for notifications; `awaited` counts queries that wait for one",
    labels: ["state"],
    async read() {
      const pools = listOpenPools();
      const sum = (count: (pool: (typeof pools)[number]) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0);
      return [
        [{ state: "busy" }, sum((pool) => pool.totalCount - pool.idleCount)],
        [{ state: "idle" }, sum((pool) => pool.idleCount)],
        [{ state: "awaited" }, sum((pool) => pool.waitingCount)],
      ];
    },
  },
];

/**
 * Serves `/metrics` for Prometheus on a separate port, which must not be public. Port 0 selects a
 * free port; without a port nothing is served. Any IP address is accepted as Host, because
 * Prometheus addresses processes by IP.
 */
export const serveMetrics = async (
  env: Pick<Env, "metricsPort" | "publicOrigin" | "allowedHosts" | "isHttps">,
  gauges: readonly GaugeSource[],
): Promise<ManagementServer | undefined> => {
  if (env.metricsPort === undefined) return undefined;
  const processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  for (const gauge of [...POOL_GAUGES, ...gauges]) registerGauge(processRegistry, gauge);
  const merged = Registry.merge([metricsRegistry, processRegistry]);
  const rules = {
    servesHost: createHostCheck(env, { allowAddresses: true }),
    isHttps: env.isHttps,
  };
  return openManagementServer(env.metricsPort, rules, async ({ url }, res) => {
    const isMetricsPath = url === "/metrics";
    res.writeHead(isMetricsPath ? 200 : 404, { "content-type": merged.contentType });
    res.end(isMetricsPath ? await merged.metrics() : "");
  });
};
