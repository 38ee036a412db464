export type DebateCount = [debateId: number, count: number];

interface Peer {
  counts: Map<number, number>;
  receivedAt: number;
}

/** Watcher counts received from other processes. Times are in any unit that the caller chooses. */
export class PeerCounts {
  readonly #peers = new Map<string, Peer>();

  /**
   * Stores the counts of another process. A full report replaces all its earlier counts. Returns
   * whether the process is new.
   */
  update(
    name: string,
    counts: readonly DebateCount[],
    isFullReport: boolean,
    now: number,
  ): boolean {
    const previous = this.#peers.get(name);
    const previousCounts = isFullReport ? [] : (previous?.counts ?? []);
    this.#peers.set(name, { counts: new Map([...previousCounts, ...counts]), receivedAt: now });
    return previous === undefined;
  }

  deleteBefore(time: number): void {
    for (const [name, { receivedAt }] of this.#peers)
      if (receivedAt < time) this.#peers.delete(name);
  }

  sum(debateId: number): number {
    let sum = 0;
    for (const { counts } of this.#peers.values()) sum += counts.get(debateId) ?? 0;
    return sum;
  }
}
