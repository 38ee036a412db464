import type { CbrFormat } from "#infra/audio/cbr-audio.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { StreamRenderer, type LiveSource } from "./stream-renderer.ts";
import { findMissingBytes, createPlaybackCursor, type StreamOptions } from "./playback-cursor.ts";

export interface Sink {
  /** True while the connection accepts no more data: further writes would pile up in memory. */
  readonly isFull: boolean;
  write(bytes: Buffer): void;
  end(): void;
}

export interface LiveListener {
  viewer: Viewer;
  sink: Sink;
  /** Produces the audio. All listeners of a group share one renderer. */
  renderer: StreamRenderer;
  /** Time of the database clock when the connection became full. Null if it accepts data. */
  fullSince: number | null;
}

/**
 * How long a connection may be full before audio is skipped for it. After a write, a connection is
 * often full for a moment.
 */
const BLOCKED_GRACE_MS = 200;

/**
 * Returns the audio source for a viewer. All signed-in users share one source, and all visitors
 * share another.
 */
type GetLiveSource = (viewer: Viewer) => LiveSource;

type ListenerGroup = [LiveListener, ...LiveListener[]];

const groupByRenderer = (listeners: Iterable<LiveListener>): ListenerGroup[] => {
  const groups = new Map<StreamRenderer, ListenerGroup>();
  for (const listener of listeners) {
    const group = groups.get(listener.renderer);
    if (group) group.push(listener);
    else groups.set(listener.renderer, [listener]);
  }
  return [...groups.values()];
};

/**
 * Merges a group into the group of `head` if both play the same sentence and `head` is further
 * ahead. First sends the group its missing bytes. Returns whether the groups were merged.
 */
const joinGroup = (group: ListenerGroup, head: LiveListener, { frameMs }: CbrFormat): boolean => {
  const [{ viewer, renderer }] = group;
  if ((viewer === null) !== (head.viewer === null)) return false;
  const missing = findMissingBytes(renderer.playback, head.renderer.playback, frameMs);
  if (!missing) return false;
  for (const listener of group) {
    if (missing.length > 0) listener.sink.write(missing);
    listener.renderer = head.renderer;
  }
  return true;
};

/**
 * All live listeners of one debate in this process. Listeners at the same position share one group,
 * whose audio is produced once.
 */
export class ListenerGroups {
  readonly #listeners = new Set<LiveListener>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a listener in a group of its own. `sendDueAudio` merges groups. */
  add(viewer: Viewer, sink: Sink, options: StreamOptions): LiveListener {
    const renderer = new StreamRenderer(createPlaybackCursor(options));
    const listener = { viewer, sink, renderer, fullSince: null };
    this.#listeners.add(listener);
    return listener;
  }

  remove(listener: LiveListener): void {
    this.#listeners.delete(listener);
  }

  endWhere(matches: (listener: LiveListener) => boolean): void {
    for (const listener of this.#listeners) if (matches(listener)) this.#end(listener);
  }

  /** Sends the audio due at `now`, a time of the database clock. Ends streams that are complete. */
  sendDueAudio(getSource: GetLiveSource, format: CbrFormat | null, now: number): void {
    const groups = groupByRenderer(
      [...this.#listeners].filter((listener) => this.#canWrite(listener, now)),
    );
    for (const group of groups) {
      const [{ renderer, viewer }] = group;
      const { bytes, isOver } = renderer.render(getSource(viewer), now);
      if (bytes) for (const { sink } of group) sink.write(bytes);
      if (isOver) for (const listener of group) this.#end(listener);
    }
    if (format) this.#mergeGroups(groups, format);
  }

  /**
   * Returns whether the connection accepts data. A listener with a full connection leaves its
   * group, so that no audio is buffered for it.
   */
  #canWrite(listener: LiveListener, now: number): boolean {
    if (!listener.sink.isFull) {
      listener.fullSince = null;
      return true;
    }
    listener.renderer = listener.renderer.copy();
    listener.fullSince ??= now;
    if (now - listener.fullSince >= BLOCKED_GRACE_MS && !listener.renderer.markBlocked())
      this.#end(listener);
    return false;
  }

  #mergeGroups(groups: readonly ListenerGroup[], format: CbrFormat): void {
    const furthestFirst = groups
      .filter(([{ renderer }]) => renderer.playback.playing)
      .toSorted(([a], [b]) => b.renderer.playback.cursor - a.renderer.playback.cursor);
    const heads: LiveListener[] = [];
    for (const group of furthestFirst)
      if (!heads.some((head) => joinGroup(group, head, format))) heads.push(group[0]);
  }

  #end(listener: LiveListener): void {
    this.#listeners.delete(listener);
    listener.sink.end();
  }
}
