import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { request } from "./request.ts";

/** Every query's key is the path of its GET. */
export type PathKey = readonly [path: string];

const get = ({ queryKey, signal }: QueryFunctionContext) =>
  request<unknown>("GET", String(queryKey[0]), { signal });

/** A GET where one status means that there is nothing: null then, not an error. */
export const getOrNull =
  <Answer>(nothing: 401 | 404) =>
  ({ queryKey, signal }: QueryFunctionContext<PathKey>): Promise<Answer | null> =>
    request<Answer>("GET", queryKey[0], { signal }).catch((err: unknown) => {
      if (err instanceof ApiError && err.status === nothing) return null;
      throw err;
    });

/** The cache of what the server said, without retries or polling: pushes say when to ask again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: get,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: 0,
        retry: false,
      },
      // Without a network it fails, and is not done when one is back: nobody is waiting for it then.
      mutations: { retry: false, networkMode: "always" },
    },
  });
