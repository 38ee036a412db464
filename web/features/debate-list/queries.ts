import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListedDebate } from "#shared/contract/debate.ts";
import { listPath, type ListPlace, MY_LIST, PUBLIC_LIST } from "#shared/domain/debate-list.ts";
import { request, requestPage } from "#web/lib/request.ts";

const fail = (failure: string) => () => {
  throw new Error(failure);
};

const NO_POPULAR = "Failed to fetch popular debates";

export const popularDebatesQuery = queryOptions({
  queryKey: ["/api/debates/public"] as const,
  queryFn: ({ queryKey, signal }) =>
    request<ListedDebate[]>("GET", queryKey[0], { signal }).catch(fail(NO_POPULAR)),
});

const pageQuery = (path: string, failure: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: ({ queryKey, signal }) =>
      requestPage<ListedDebate>(queryKey[0], signal).catch(fail(failure)),
    placeholderData: keepPreviousData,
  });

export const publicListQuery = (place: ListPlace) =>
  pageQuery(listPath(place, PUBLIC_LIST), NO_POPULAR);

export const myListQuery = (place: ListPlace) =>
  pageQuery(listPath(place, MY_LIST), "Failed to fetch user debates");
