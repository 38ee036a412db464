import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { request } from "./request.ts";

/** All query keys are the path of a GET request. */
export type PathKey = readonly [path: string];

const fetchByQueryKey = ({ queryKey, signal }: QueryFunctionContext) =>
  request<unknown>("GET", String(queryKey[0]), { signal });

/** A GET request that returns null for the given status. */
export const getOrNull =
  <Answer>(emptyStatus: 401 | 404) =>
  ({ queryKey, signal }: QueryFunctionContext<PathKey>): Promise<Answer | null> =>
    request<Answer>("GET", queryKey[0], { signal }).catch((err: unknown) => {
      if (err instanceof ApiError && err.status === emptyStatus) return null;
      throw err;
    });

/** The query cache. No retries or polling: server events invalidate queries. */
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
      // Offline mutations fail at once and are not repeated later, when the user no longer expects
      // them.
      mutations: { retry: false, networkMode: "always" },
    },
  });
