import type { QueryClient } from "@tanstack/react-query";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { sleep } from "#web/lib/time/delays.ts";
import type { MergeResult } from "./merge-turn-event.ts";

type TurnsChange = (turns: Turn[]) => MergeResult;

/**
 * Delays before consecutive refetches. One refetch may not be enough, because the server's stored
 * text of a streaming turn is about 1 s behind the deltas.
 */
const REFETCH_DELAYS_MS = [0, 300, 600, 1200, 2400];

/**
 * Merges changes into the cached turns. A change that cannot be applied yet waits for a refetch of
 * the turns.
 */
export const createTurnMergeQueue = (client: QueryClient, turnsKey: readonly [string]) => {
  let pendingChanges: TurnsChange[] = [];
  let isRefetchRequested = false;
  let isRefetching = false;
  let isStopped = false;

  /** Returns false if the cached turns lack text that precedes the change. */
  const applyChange = (change: TurnsChange): boolean => {
    const turns = client.getQueryData<Turn[]>(turnsKey);
    if (!turns) return false;
    const merged = change(turns);
    client.setQueryData(turnsKey, merged.turns);
    return !merged.isBehind;
  };

  const refetch = async () => {
    isRefetchRequested = true;
    if (isRefetching) return;
    isRefetching = true;
    for (const delayMs of REFETCH_DELAYS_MS) {
      await sleep(delayMs);
      if (isStopped || (!isRefetchRequested && pendingChanges.length === 0)) break;
      isRefetchRequested = false;
      await client.refetchQueries({ queryKey: turnsKey });
      pendingChanges = pendingChanges.filter((change) => !applyChange(change));
    }
    pendingChanges = [];
    isRefetching = false;
    if (isRefetchRequested && !isStopped) void refetch();
  };

  return {
    merge(change: TurnsChange) {
      if (applyChange(change)) return;
      pendingChanges.push(change);
      void refetch();
    },
    /**
     * Refetches the turns. If a refetch is in flight already, its response is too old, so another
     * request follows.
     */
    ask: () => void refetch(),
    stop() {
      isStopped = true;
    },
  };
};
