import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debate.ts";
import { listPath, type ListPlace } from "#shared/domain/debate-list.ts";
import { request, requestPage } from "#web/lib/request.ts";

const fail = (failure: string) => () => {
  throw new Error(failure);
};

const debateList = (path: string, failure: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: ({ signal }) => request<Debate[]>("GET", path, { signal }).catch(fail(failure)),
  });

export const myDebatesQuery = debateList("/api/debates/my", "Failed to fetch user debates");

const NO_POPULAR = "Failed to fetch popular debates";

export const popularDebatesQuery = debateList("/api/debates/public", NO_POPULAR);

/** A page of all public debates. */
export const publicListQuery = (place: ListPlace) =>
  queryOptions({
    queryKey: [listPath(place)] as const,
    queryFn: ({ queryKey, signal }) =>
      requestPage<Debate>(queryKey[0], signal).catch(fail(NO_POPULAR)),
    placeholderData: keepPreviousData,
  });
