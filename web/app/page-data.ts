import type { QueryClient } from "@tanstack/react-query";
import type { PageData } from "#shared/contract/page.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
import { configQuery } from "#web/lib/config.tsx";

const setRefetchOnMount = (client: QueryClient, isOn: boolean): void => {
  const { queries, mutations } = client.getDefaultOptions();
  client.setDefaultOptions({
    ...(mutations ? { mutations } : {}),
    queries: { ...queries, refetchOnMount: isOn },
  });
};

/**
 * Puts the data of a server-rendered page into the cache. The data counts as stale, but is not
 * refetched until `enableRefetchAfterHydration` is called.
 */
export const hydrateQueryCache = (
  client: QueryClient,
  { config, user, queries }: PageData,
): void => {
  client.setQueryData(configQuery.queryKey, config);
  client.setQueryData(userQuery.queryKey, user);
  for (const [key, data] of queries) client.setQueryData(key, data);
  setRefetchOnMount(client, false);
};

/** Must be called after hydration. Components that mount from then on refetch stale data. */
export const enableRefetchAfterHydration = (client: QueryClient): void =>
  setRefetchOnMount(client, true);

const findPageData = () => document.getElementById("page-data");

/** The data embedded in a server-rendered page; null if there is none. */
export const readPageData = (): PageData | null => {
  const text = findPageData()?.textContent;
  return text ? JSON.parse(text) : null;
};

/** Names of lazily loaded components in the server's HTML. They must be loaded before hydration. */
export const readRenderedParts = (): string[] => findPageData()?.dataset["parts"]?.split(" ") ?? [];
