import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "#web/lib/api/request.ts";
import { useLiveListEvents } from "#web/lib/socket/use-live-list-events.ts";
import { mergeLiveDebates, type ShownLiveDebate } from "./merge-live-debates.ts";

/** The running public debates. `useLiveDebates` keeps them current. */
export const liveDebatesQuery = queryOptions({
  queryKey: ["/api/debates/live"] as const,
  queryFn: ({ queryKey, signal }) => request<ShownLiveDebate[]>("GET", queryKey[0], { signal }),
});

/** The running public debates with the text of their current turns. */
export const useLiveDebates = (): ShownLiveDebate[] => {
  const client = useQueryClient();
  const { data = [] } = useQuery(liveDebatesQuery);
  useLiveListEvents(({ debates }) =>
    client.setQueryData(liveDebatesQuery.queryKey, (shown = []) =>
      mergeLiveDebates(shown, debates),
    ),
  );
  return data;
};
