import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Provider } from "#shared/domain/provider.ts";

/** What the server tells everyone about itself; what changes of it is pushed. */
export const configQuery = queryOptions<PublicConfig>({
  queryKey: ["/api/config"],
  staleTime: Number.POSITIVE_INFINITY,
});

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

export const ConfigProvider = ({ children }: { children: ReactNode }) => (
  <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
);

/** Undefined until it is here. */
export const useConfig = (): PublicConfig | undefined => useContext(ConfigContext);

/** The public names of the chatbots; a provider's own name until the configuration is here. */
export const useProviderLabel = (): ((provider: Provider) => string) => {
  const config = useConfig();
  return (provider) => config?.providers.find(({ id }) => id === provider)?.label ?? provider;
};
