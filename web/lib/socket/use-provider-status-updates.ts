import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { configQuery } from "../config.tsx";
import { useLiveSocket, onEachConnect } from "./use-live-socket.ts";

type ProvidersUpdatedEvent = Parameters<ServerEvents["providers:updated"]>[0];
/** Servers of the previous version send only `silent`. */
type ReceivedProviders = Pick<ProvidersUpdatedEvent, "silent"> & Partial<ProvidersUpdatedEvent>;

const withUnavailableProviders = (
  config: PublicConfig,
  unavailable: ProvidersUpdatedEvent["unavailable"],
): PublicConfig => ({
  ...config,
  providers: config.providers.map((each) => ({
    ...each,
    answering: !unavailable.includes(each.id),
  })),
});

export const useProviderStatusUpdates = (): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const { queryKey } = configQuery;
    const update = async ({ silent, unavailable = silent }: ReceivedProviders) => {
      const config = client.getQueryData(queryKey);
      if (!config) return;
      // Cancels a request in flight, whose response may be older than this event.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, withUnavailableProviders(config, unavailable));
    };
    // The server repeats outages, but sends a recovery only once. So a page that shows an outage
    // refetches when it connects.
    const refetch = () => {
      const { providers = [] } = client.getQueryData(queryKey) ?? {};
      if (providers.some(({ answering }) => !answering))
        void client.invalidateQueries({ queryKey });
    };
    const onUpdate = (event: ReceivedProviders) => void update(event);
    socket?.on("providers:updated", onUpdate);
    const stopCatchingUp = onEachConnect(socket, refetch);
    return () => {
      socket?.off("providers:updated", onUpdate);
      stopCatchingUp();
    };
  }, [socket, client]);
};
