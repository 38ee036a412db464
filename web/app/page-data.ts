import type { QueryClient } from "@tanstack/react-query";
import type { PageData } from "#shared/contract/page.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
import { configQuery } from "#web/lib/config.tsx";

const refetchOnMount = (client: QueryClient, isOn: boolean): void => {
  const { queries, mutations } = client.getDefaultOptions();
  client.setDefaultOptions({
    ...(mutations ? { mutations } : {}),
    queries: { ...queries, refetchOnMount: isOn },
  });
};

/**
 * Puts what the server knew when it wrote the page into the cache. Until `endTakeOver` nothing of
 * it is asked for again, although all of it counts as stale.
 */
export const takeOver = (client: QueryClient, { config, user, queries }: PageData): void => {
  client.setQueryData(configQuery.queryKey, config);
  client.setQueryData(userQuery.queryKey, user);
  for (const [key, answer] of queries) client.setQueryData(key, answer);
  refetchOnMount(client, false);
};

/** The page lives: whatever appears from now on asks the server. */
export const endTakeOver = (client: QueryClient): void => refetchOnMount(client, true);

/** The data in the page, if a server wrote it. */
export const readPageData = (): PageData | null => {
  const text = document.getElementById("page-data")?.textContent;
  return text ? JSON.parse(text) : null;
};
