import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { selectLandingDebateId } from "#shared/domain/debates/landing-debate.ts";
import { getOrNull } from "#web/lib/api/query-client.ts";
import { request } from "#web/lib/api/request.ts";
import { popularDebatesQuery } from "#web/features/debate-list/debate-list-queries.ts";
import { liveDebatesQuery } from "#web/features/debate-list/live/use-live-debates.ts";
import { listCaptions } from "./passage.ts";

export interface LandingDebate {
  debate: Debate;
  /** The turns that visitors may read. */
  turns: Turn[];
  isLive: boolean;
}

/* The query keys are the same as on the debate page, so the socket events of a debate update
   this cached data too. */
const landingDebateQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}`] as const,
    queryFn: getOrNull<Debate>(404),
  });

const landingTurnsQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}/turns`] as const,
    queryFn: ({ queryKey, signal }) => request<Turn[]>("GET", queryKey[0], { signal }),
  });

/**
 * The debate on the landing page. Null if there is none, undefined while it is loading. When
 * another debate is selected, the previous one stays until the turns of the new one are loaded.
 */
export const useLandingDebate = (): LandingDebate | null | undefined => {
  const { data: popular = [], isPending } = useQuery(popularDebatesQuery);
  const { data: live = [] } = useQuery(liveDebatesQuery);
  const [shownId, setShownId] = useState<number>();
  const running = live.filter(({ endedAtMs }) => endedAtMs === undefined);
  const id = selectLandingDebateId({ live: running, popular, shownId });
  if (id !== shownId) setShownId(id);

  const isLive = running.some((each) => each.id === id);
  const listed = popular.find((each) => each.id === id);
  const debateId = id ?? 0;
  const { data: known } = useQuery({
    ...landingDebateQuery(debateId),
    enabled: id !== undefined && (isLive || listed === undefined),
  });
  const { data: turns, isError } = useQuery({
    ...landingTurnsQuery(debateId),
    enabled: id !== undefined,
  });
  // `known` is null if the debate was hidden from visitors after the list had been loaded.
  const debate = known === undefined ? listed : known;
  const hasWords = turns !== undefined && listCaptions(turns).length > 0;
  const loaded = debate && hasWords ? { debate, turns, isLive } : null;

  const [last, setLast] = useState(loaded);
  const isNew = loaded?.debate !== last?.debate || loaded?.turns !== last?.turns;
  if (loaded && (isNew || loaded.isLive !== last?.isLive)) setLast(loaded);
  if (debate === null || (turns && !hasWords && debate?.id === last?.debate.id)) return null;
  if (loaded ?? last) return loaded ?? last;
  return isPending || (id !== undefined && turns === undefined && !isError) ? undefined : null;
};
