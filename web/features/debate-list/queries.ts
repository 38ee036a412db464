import { queryOptions } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debate.ts";
import { request } from "#web/lib/request.ts";

const debateList = (path: string, failure: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: ({ signal }) =>
      request<Debate[]>("GET", path, { signal }).catch(() => {
        throw new Error(failure);
      }),
  });

export const myDebatesQuery = debateList("/api/debates/my", "Failed to fetch user debates");
export const popularDebatesQuery = debateList(
  "/api/debates/public",
  "Failed to fetch popular debates",
);
