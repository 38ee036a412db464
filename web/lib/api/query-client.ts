import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { request } from "./request.ts";

/** Query key: the path of the GET request that fetches the data. */
export type PathKey = readonly [path: string];

const fetchByQueryKey = ({ queryKey, signal }: QueryFunctionContext) =>
  request<unknown>("GET", String(queryKey[0]), { signal });

/** Query function for a GET request that returns null for the given status. */
export const getOrNull =
  <Answer>(emptyStatus: 401 | 404) =>
  ({ queryKey, signal }: QueryFunctionContext<PathKey>): Promise<Answer | null> =>
    request<Answer>("GET", queryKey[0], { signal }).catch((err: unknown) => {
      if (err instanceof ApiError && err.status === emptyStatus) return null;
      throw err;
    });

/** The query cache. Queries do not retry or poll, because server events invalidate them. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchByQueryKey,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: 0,
        retry: false,
      },
      // Offline, a mutation fails at once. By default it would run later, when the user no longer
      // expects it.
      mutations: { retry: false, networkMode: "always" },
    },
  });
