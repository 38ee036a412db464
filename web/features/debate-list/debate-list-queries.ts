import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import {
  buildListApiPath,
  type DebateListState,
  MY_DEBATE_LIST,
  PUBLIC_DEBATE_LIST,
} from "#shared/domain/debates/debate-list.ts";
import type { Language } from "#shared/domain/debates/language/language.ts";
import { request, requestPage } from "#web/lib/api/request.ts";

const throwWithMessage = (failure: string) => () => {
  throw new Error(failure);
};

const PUBLIC_LIST_FAILED_MESSAGE = "Failed to fetch popular debates";

export const popularDebatesQuery = queryOptions({
  queryKey: ["/api/debates/public"] as const,
  queryFn: ({ queryKey, signal }) =>
    request<ListedDebate[]>("GET", queryKey[0], { signal }).catch(
      throwWithMessage(PUBLIC_LIST_FAILED_MESSAGE),
    ),
});

const createPageQuery = (path: string, failure: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: ({ queryKey, signal }) =>
      requestPage<ListedDebate>(queryKey[0], signal).catch(throwWithMessage(failure)),
    placeholderData: keepPreviousData,
  });

export const publicDebatesQuery = (listState: DebateListState) =>
  createPageQuery(buildListApiPath(listState, PUBLIC_DEBATE_LIST), PUBLIC_LIST_FAILED_MESSAGE);

export const myDebatesQuery = (listState: DebateListState) =>
  createPageQuery(buildListApiPath(listState, MY_DEBATE_LIST), "Failed to fetch user debates");

/**
 * The languages of public debates, which rarely change. Until they are loaded, the filter has only
 * the chosen one.
 */
export const listedLanguagesQuery = queryOptions({
  queryKey: ["/api/debates/languages"] as const,
  queryFn: ({ queryKey, signal }) => request<Language[]>("GET", queryKey[0], { signal }),
  staleTime: 5 * 60_000,
});
