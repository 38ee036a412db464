import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Provider } from "#shared/domain/provider.ts";

/** What the server tells everyone about itself; it does not change while the page lives. */
export const configQuery = queryOptions<PublicConfig>({
  queryKey: ["/api/config"],
  staleTime: Number.POSITIVE_INFINITY,
});

export const useConfig = (): PublicConfig | undefined => useQuery(configQuery).data;

/** The public names of the chatbots; a provider's own name until the configuration is here. */
export const useProviderLabel = (): ((provider: Provider) => string) => {
  const config = useConfig();
  return (provider) => config?.providers.find(({ id }) => id === provider)?.label ?? provider;
};
