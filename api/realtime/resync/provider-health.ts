import { findUnavailableProviders } from "#infra/db/providers/circuit-breaker.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ApiSocketServer } from "../sockets/socket-server.ts";

/**
 * Providers that do not respond, as last read by this process. Cached, so that pages do not wait
 * for a query.
 */
export interface ProviderHealth {
  unavailable: readonly Provider[];
  look(): Promise<void>;
}

export const createProviderHealth = (sql: Sql): ProviderHealth => ({
  unavailable: [],
  async look() {
    this.unavailable = await findUnavailableProviders(sql);
  },
});

/**
 * Emits the list of failing providers on every call while it is not empty, and once when it becomes
 * empty.
 */
export const createProviderResync =
  (io: ApiSocketServer, health: ProviderHealth): (() => Promise<void>) =>
  async () => {
    const before = health.unavailable;
    await health.look();
    const { unavailable } = health;
    if (unavailable.length > 0 || before.length > 0)
      io.local.emit("providers:updated", { unavailable, silent: unavailable });
  };
