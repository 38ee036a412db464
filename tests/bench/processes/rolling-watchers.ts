import { onParentExit } from "#infra/process/on-parent-exit.ts";
import { type DebateWatcher, watchDebate } from "#tests/helpers/debate-watcher.ts";

/** So many watchers for each of these debates. */
export interface WatchRequest {
  origin: string;
  /** Members hear every turn; visitors four. */
  cookie: string;
  debateIds: number[];
  each: number;
}

/** What watchers went through; times in milliseconds. */
export interface WatcherReport {
  /** The longest within a turn without a word of it, for each watcher. */
  gaps: number[];
  /** How often each was cut. */
  cuts: number[];
  /** So many were cut within the worst second. */
  worstSecond: number;
  /** Turns that a watcher has otherwise than they are stored. */
  wrong: number;
}

const AT_ONCE = 20;
const watchers: DebateWatcher[] = [];
const gaps: number[] = [];
const cutAt: number[][] = [];

const watch = async ({ origin, cookie }: WatchRequest, debateId: number): Promise<void> => {
  const watcher = await watchDebate(origin, debateId, cookie);
  const seat = watchers.push(watcher) - 1;
  const cuts: number[] = [];
  cutAt.push(cuts);
  gaps.push(0);
  let last = { turnId: 0, at: 0 };
  watcher.socket.on("turn:delta", ({ turnId }) => {
    const at = performance.now();
    if (turnId === last.turnId) gaps[seat] = Math.max(gaps[seat] ?? 0, at - last.at);
    last = { turnId, at };
  });
  watcher.socket.on("disconnect", () => cuts.push(performance.now()));
};

const addWatchers = async (seats: WatchRequest): Promise<object> => {
  const wanted = seats.debateIds.flatMap((id) => Array.from({ length: seats.each }, () => id));
  while (wanted.length > 0)
    await Promise.all(wanted.splice(0, AT_ONCE).map((id) => watch(seats, id)));
  return {};
};

const createReport = (
  stored: readonly { id: number; text: string }[],
  each: number,
): WatcherReport => {
  const all = cutAt.flat().toSorted((a, b) => a - b);
  const within = all.map((from) => all.filter((at) => at >= from && at < from + 1000).length);
  // A debate's watchers, and no others, know its turns.
  const wrong = stored.map(
    ({ id, text }) => each - watchers.filter((watcher) => watcher.textOf(id) === text).length,
  );
  return {
    gaps,
    cuts: cutAt.map(({ length }) => length),
    worstSecond: Math.max(0, ...within),
    wrong: wrong.reduce((sum, n) => sum + n, 0),
  };
};

type Asked = { seats: WatchRequest } | { stored: { id: number; text: string }[]; each: number };

/** Watchers in a process of their own, who come back by themselves, as pages do. */
process.on("message", async (asked: Asked) => {
  process.send?.(
    "seats" in asked ? await addWatchers(asked.seats) : createReport(asked.stored, asked.each),
  );
});
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
