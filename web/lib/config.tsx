import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Provider } from "#shared/domain/provider.ts";

/** The server's public configuration. It never becomes stale, because events update it. */
export const configQuery = queryOptions<PublicConfig>({
  queryKey: ["/api/config"],
  staleTime: Number.POSITIVE_INFINITY,
});

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

export const ConfigProvider = ({ children }: { children: ReactNode }) => (
  <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
);

/** The public configuration; undefined until loaded. */
export const useConfig = (): PublicConfig | undefined => useContext(ConfigContext);

/** Returns a function for a provider's display name; until loaded, it returns the id. */
export const useProviderLabel = (): ((provider: Provider) => string) => {
  const config = useConfig();
  return (provider) => config?.providers.find(({ id }) => id === provider)?.label ?? provider;
};

/** The operator's names and email address, with defaults until the configuration is loaded. */
export const useCompanyInfo = () => {
  const config = useConfig();
  return {
    product: config?.productName ?? "Chatbot Debate",
    company: config?.companyName ?? "our company",
    email: config?.contactEmail ?? "",
  };
};
