import { onParentExit } from "#infra/process/shutdown.ts";
import { type DebateWatcher, watchDebate } from "#tests/helpers/debate-watcher.ts";

/** Opens `each` watchers for each of these debates. */
export interface WatchRequest {
  origin: string;
  /**
   * Session cookie of the watchers. Without a session they would receive only the first four turns.
   */
  cookie: string;
  debateIds: number[];
  each: number;
}

/** What the watchers have noticed. Times are in milliseconds. */
export interface WatcherReport {
  /** Longest time without a delta within a turn, per watcher. */
  gaps: number[];
  /** Number of disconnects, per watcher. */
  cuts: number[];
  /** Largest number of disconnects of all watchers within one second. */
  worstSecond: number;
  /** Number of turns whose received text differs from the stored one, over all watchers. */
  mismatches: number;
}

const AT_ONCE = 20;
const watchers: DebateWatcher[] = [];
const gaps: number[] = [];
const disconnectTimes: number[][] = [];

const watch = async ({ origin, cookie }: WatchRequest, debateId: number): Promise<void> => {
  const watcher = await watchDebate(origin, debateId, cookie);
  const index = watchers.push(watcher) - 1;
  const cuts: number[] = [];
  disconnectTimes.push(cuts);
  gaps.push(0);
  let lastDelta = { turnId: 0, at: 0 };
  watcher.socket.on("turn:delta", ({ turnId }) => {
    const at = performance.now();
    if (turnId === lastDelta.turnId) gaps[index] = Math.max(gaps[index] ?? 0, at - lastDelta.at);
    lastDelta = { turnId, at };
  });
  watcher.socket.on("disconnect", () => cuts.push(performance.now()));
};

const addWatchers = async (watchRequest: WatchRequest): Promise<object> => {
  const pendingIds = watchRequest.debateIds.flatMap((id) =>
    Array.from({ length: watchRequest.each }, () => id),
  );
  while (pendingIds.length > 0)
    await Promise.all(pendingIds.splice(0, AT_ONCE).map((id) => watch(watchRequest, id)));
  return {};
};

const createReport = (
  stored: readonly { id: number; text: string }[],
  each: number,
): WatcherReport => {
  const sortedTimes = disconnectTimes.flat().toSorted((a, b) => a - b);
  const countsPerSecond = sortedTimes.map(
    (from) => sortedTimes.filter((at) => at >= from && at < from + 1000).length,
  );
  // A debate has `each` watchers, and all of them must have the turn's text. Watchers of other
  // debates did not receive it.
  const mismatches = stored.map(
    ({ id, text }) => each - watchers.filter((watcher) => watcher.textOf(id) === text).length,
  );
  return {
    gaps,
    cuts: disconnectTimes.map(({ length }) => length),
    worstSecond: Math.max(0, ...countsPerSecond),
    mismatches: mismatches.reduce((sum, n) => sum + n, 0),
  };
};

type RollingWatchersRequest =
  { watchRequest: WatchRequest } | { stored: { id: number; text: string }[]; each: number };

/** This process runs watchers that reconnect by themselves, as pages do. */
process.on("message", async (request: RollingWatchersRequest) => {
  process.send?.(
    "watchRequest" in request
      ? await addWatchers(request.watchRequest)
      : createReport(request.stored, request.each),
  );
});
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
