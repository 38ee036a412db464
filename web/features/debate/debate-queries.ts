import { queryOptions } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getOrNull } from "#web/lib/api/query-client.ts";
import { request } from "#web/lib/api/request.ts";
import { mergeSnapshot } from "./live/merge-turn-event.ts";

/** A debate; null if it does not exist or the viewer may not see it. */
export const debateQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}`] as const,
    queryFn: getOrNull<Debate>(404),
  });

/** A debate's turns: the server's response merged with newer events in the cache. */
export const turnsQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}/turns`] as const,
    queryFn: async ({ client, queryKey, signal }) => {
      const snapshot = await request<Turn[]>("GET", queryKey[0], { signal });
      return mergeSnapshot(client.getQueryData<Turn[]>(queryKey) ?? [], snapshot);
    },
  });
