import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { configQuery } from "./config.tsx";
import { useLiveSocket } from "./use-live-socket.ts";
import { whenConnected } from "./when-connected.ts";

type Told = Parameters<ServerEvents["providers:updated"]>[0];

const withSilent = (config: PublicConfig, silent: Told["silent"]): PublicConfig => ({
  ...config,
  providers: config.providers.map((each) => ({ ...each, answering: !silent.includes(each.id) })),
});

export const useLiveProviders = (): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const { queryKey } = configQuery;
    const update = ({ silent }: Told) =>
      client.setQueryData(queryKey, (config) => config && withSilent(config, silent));
    // Outages are repeated, recoveries are sent once and may have been missed.
    const catchUp = () => {
      const { providers = [] } = client.getQueryData(queryKey) ?? {};
      if (providers.some(({ answering }) => !answering))
        void client.invalidateQueries({ queryKey });
    };
    socket?.on("providers:updated", update);
    const stopCatchingUp = whenConnected(socket, catchUp);
    return () => {
      socket?.off("providers:updated", update);
      stopCatchingUp();
    };
  }, [socket, client]);
};
