import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import type { SpokenDebate } from "#shared/contract/debates/live-stream.ts";
import { useLiveListEvents } from "#web/lib/socket/use-live-list-events.ts";
import { addJitter } from "#web/lib/time/delays.ts";

/**
 * Refetch interval, because no event contains the numbers of watchers and listeners. TanStack Query
 * pauses it while the page is hidden.
 */
const POLL_INTERVAL_MS = 10_000;

/** Pause before a refetch, with jitter, because all pages get the event at the same time. */
const REFETCH_DELAY_MS = 800;

const spokenDebatesQuery = queryOptions<SpokenDebate[]>({
  queryKey: ["/api/debates/spoken"],
  refetchInterval: POLL_INTERVAL_MS,
});

/** Returns a text that changes when a debate begins or ends, or when a turn begins. */
const describeDebates = (debates: readonly LiveDebatePreview[]): string =>
  JSON.stringify(debates.map(({ id, status, turnNumber }) => [id, status, turnNumber]));

/**
 * Returns the live debates with the size of their audience. Refetches at once when the server
 * reports a change.
 */
export const useSpokenDebates = () => {
  const client = useQueryClient();
  const known = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveListEvents(({ debates }) => {
    const previous = known.current;
    known.current = describeDebates(debates);
    if (previous === undefined || previous === known.current) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: spokenDebatesQuery.queryKey });
    }, addJitter(REFETCH_DELAY_MS));
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useQuery(spokenDebatesQuery);
};
