import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Provider } from "#shared/domain/provider.ts";

/** The server's public configuration. Changes are pushed. */
export const configQuery = queryOptions<PublicConfig>({
  queryKey: ["/api/config"],
  staleTime: Number.POSITIVE_INFINITY,
});

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

export const ConfigProvider = ({ children }: { children: ReactNode }) => (
  <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
);

/** Undefined until loaded. */
export const useConfig = (): PublicConfig | undefined => useContext(ConfigContext);

/** Returns a function for provider labels. Falls back to the provider's id. */
export const useProviderLabel = (): ((provider: Provider) => string) => {
  const config = useConfig();
  return (provider) => config?.providers.find(({ id }) => id === provider)?.label ?? provider;
};

/** Names and contact of the operator, with defaults until the configuration is loaded. */
export const useCompanyInfo = () => {
  const config = useConfig();
  return {
    product: config?.productName ?? "Chatbot Debate",
    company: config?.companyName ?? "our company",
    email: config?.contactEmail ?? "",
  };
};
