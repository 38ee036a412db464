import type { QueryClient } from "@tanstack/react-query";
import type { Turn } from "#shared/contract/turn.ts";
import { pause } from "#web/lib/pause.ts";
import type { Merged } from "./merge-event.ts";

type Change = (turns: Turn[]) => Merged;

/**
 * Pauses before asking again while what was heard still does not fit. The server keeps a text that
 * is being spoken about a second behind what it has sent.
 */
const PAUSES_MS = [0, 300, 600, 1200, 2400];

/**
 * Merges changes into the cached turns. What comes before its text, or before there are turns at
 * all, waits here while the turns are asked for, and is merged then.
 */
export const catchUp = (client: QueryClient, turnsKey: readonly [string]) => {
  let waiting: Change[] = [];
  let isWanted = false;
  let isAsking = false;
  let isStopped = false;

  /** Whether the change had all that it builds on. */
  const apply = (change: Change): boolean => {
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
    for (const ms of PAUSES_MS) {
      await pause(ms);
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
    merge(change: Change) {
      if (apply(change)) return;
      waiting.push(change);
      void ask();
    },
    /** The turns are to be asked for from now: an answer that is on its way is too old. */
    ask: () => void ask(),
    stop() {
      isStopped = true;
    },
  };
};
