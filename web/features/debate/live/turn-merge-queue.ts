import type { QueryClient } from "@tanstack/react-query";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { sleep } from "#web/lib/time/delays.ts";
import type { MergeResult } from "./merge-turn-event.ts";

type TurnsChange = (turns: Turn[]) => MergeResult;

/**
 * Delays between refetches while changes still do not apply. The server's stored text of a
 * streaming turn is about 1 s behind the deltas.
 */
const REFETCH_DELAYS_MS = [0, 300, 600, 1200, 2400];

/**
 * Merges changes into the cached turns. A change that cannot be applied yet waits for a refetch of
 * the turns.
 */
export const createTurnMergeQueue = (client: QueryClient, turnsKey: readonly [string]) => {
  let waiting: TurnsChange[] = [];
  let isWanted = false;
  let isAsking = false;
  let isStopped = false;

  /** Returns false if the change is missing earlier text. */
  const apply = (change: TurnsChange): boolean => {
    const turns = client.getQueryData<Turn[]>(turnsKey);
    if (!turns) return false;
    const merged = change(turns);
    client.setQueryData(turnsKey, merged.turns);
    return !merged.isBehind;
  };

  const ask = async () => {
    isWanted = true;
    if (isAsking) return;
    isAsking = true;
    for (const ms of REFETCH_DELAYS_MS) {
      await sleep(ms);
      if (isStopped || (!isWanted && waiting.length === 0)) break;
      isWanted = false;
      await client.refetchQueries({ queryKey: turnsKey });
      waiting = waiting.filter((change) => !apply(change));
    }
    waiting = [];
    isAsking = false;
    if (isWanted && !isStopped) void ask();
  };

  return {
    merge(change: TurnsChange) {
      if (apply(change)) return;
      waiting.push(change);
      void ask();
    },
    /**
     * Refetches the turns. A response already under way is too old and triggers another request.
     */
    ask: () => void ask(),
    stop() {
      isStopped = true;
    },
  };
};
