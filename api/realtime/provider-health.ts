import { silentProviders } from "#infra/db/provider-health.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ApiSocketServer } from "./socket-server.ts";

/** Which providers do not answer, as this process has read it last: pages need not wait for it. */
export interface ProviderHealth {
  silent: readonly Provider[];
  /** Reads it again. */
  look(): Promise<void>;
}

export const createProviderHealth = (reads: Sql): ProviderHealth => ({
  silent: [],
  async look() {
    this.silent = await silentProviders(reads);
  },
});

/**
 * Says to this process's browsers which providers do not answer, again and again while there are any,
 * and once when there are none any more: who was not there then asks.
 */
export const createProvidersTeller =
  (io: ApiSocketServer, health: ProviderHealth): (() => Promise<void>) =>
  async () => {
    const before = health.silent;
    await health.look();
    const { silent } = health;
    if (silent.length > 0 || before.length > 0) io.local.emit("providers:updated", { silent });
  };
