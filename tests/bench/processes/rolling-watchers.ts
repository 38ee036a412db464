import { onParentExit } from "#infra/process/shutdown.ts";
import { type DebateWatcher, watchDebate } from "#tests/helpers/debate-watcher.ts";

/** Opens this many watchers for each of these debates. */
export interface WatchRequest {
  origin: string;
  /** Watchers need a session to receive all turns, since visitors receive four. */
  cookie: string;
  debateIds: number[];
  each: number;
}

/** What watchers noticed; times in milliseconds. */
export interface WatcherReport {
  /** The longest time without a delta within a turn, for each watcher. */
  gaps: number[];
  /** Number of disconnects of each watcher. */
  cuts: number[];
  /** Maximum number of disconnects within a second. */
  worstSecond: number;
  /** Number of turns whose text differs from the stored one, summed over all watchers. */
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
  // Only the watchers of its debate know a turn.
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

/** Watchers in a separate process that reconnect by themselves, like pages. */
process.on("message", async (request: RollingWatchersRequest) => {
  process.send?.(
    "watchRequest" in request
      ? await addWatchers(request.watchRequest)
      : createReport(request.stored, request.each),
  );
});
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
