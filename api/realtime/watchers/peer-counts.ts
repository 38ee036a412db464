export type DebateCount = [debateId: number, count: number];

interface Peer {
  counts: Map<number, number>;
  heardAt: number;
}

/** Watcher counts received from other processes. The caller defines the unit of time. */
export class PeerCounts {
  readonly #peers = new Map<string, Peer>();

  /**
   * Stores the counts of a peer. `isWhole`: replaces all earlier counts. Returns whether the peer
   * is new.
   */
  hear(name: string, counts: readonly DebateCount[], isWhole: boolean, now: number): boolean {
    const known = this.#peers.get(name);
    const before = isWhole ? [] : (known?.counts ?? []);
    this.#peers.set(name, { counts: new Map([...before, ...counts]), heardAt: now });
    return known === undefined;
  }

  forgetBefore(time: number): void {
    for (const [name, { heardAt }] of this.#peers) if (heardAt < time) this.#peers.delete(name);
  }

  sum(debateId: number): number {
    let sum = 0;
    for (const { counts } of this.#peers.values()) sum += counts.get(debateId) ?? 0;
    return sum;
  }
}
