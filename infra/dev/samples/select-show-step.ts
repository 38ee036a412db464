/** A sample debate that plays by itself. */
export interface Show {
  id: number;
  topic: string;
  isCompleted: boolean;
  isAutoPlayOn: boolean;
  /** Also true for a completed show while its audio still plays. */
  isLive: boolean;
  /** When its last turn was written, in milliseconds since 1970. */
  writtenAt: number;
}

export interface SiteState {
  /** Number of open pages. */
  pages: number;
  /** When the last page was opened, in milliseconds since 1970; 0 if none is open. */
  openedAt: number;
  /** The newest show first. */
  shows: readonly Show[];
}

export type ShowStep =
  { act: "start"; topic: string; replacedIds: number[] } | { act: "resume" | "pause"; id: number };

/**
 * Returns what to do with the shows, the sample debates that play by themselves; null for nothing.
 * A show plays while a page is open. After its end, the next one starts only when another page is
 * opened, so that a forgotten tab does not add debates all day. Each topic has at most one show: a
 * new show replaces the old one.
 */
export const selectShowStep = (
  { pages, openedAt, shows }: SiteState,
  topics: readonly [string, ...string[]],
): ShowStep | null => {
  const [newest] = shows;
  const hasPages = pages > 0;
  if (newest && !newest.isCompleted) {
    if (newest.isAutoPlayOn === hasPages) return null;
    return { act: hasPages ? "resume" : "pause", id: newest.id };
  }
  if (!hasPages || (newest && (newest.isLive || openedAt <= newest.writtenAt))) return null;
  const next = newest ? topics.indexOf(newest.topic) + 1 : 0;
  const topic = topics[next] ?? topics[0];
  const replacedIds = shows.filter((show) => show.topic === topic).map(({ id }) => id);
  return { act: "start", topic, replacedIds };
};
