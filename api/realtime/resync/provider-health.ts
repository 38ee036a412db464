import { findUnavailableProviders } from "#infra/db/providers/circuit-breaker.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

/**
 * Providers that do not respond, as last read by this process. Cached, so that pages do not wait
 * for a query.
 */
export interface ProviderHealth {
  unavailable: readonly Provider[];
  refresh(): Promise<void>;
}

export const createProviderHealth = (sql: Sql): ProviderHealth => ({
  unavailable: [],
  async refresh() {
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
    const previous = health.unavailable;
    await health.refresh();
    const { unavailable } = health;
    if (unavailable.length > 0 || previous.length > 0)
      io.local.emit("providers:updated", { unavailable, silent: unavailable });
  };
