export type DebateCount = [debateId: number, count: number];

interface Peer {
  counts: Map<number, number>;
  heardAt: number;
}

/** What this process has heard of the other ones' watchers. Times are whatever the caller counts. */
export class PeerCounts {
  readonly #peers = new Map<string, Peer>();

  /** Takes in what a peer says; `isWhole`: it has none but these. Returns whether it is a new one. */
  hear(name: string, counts: readonly DebateCount[], isWhole: boolean, now: number): boolean {
    const known = this.#peers.get(name);
    const before = isWhole ? [] : (known?.counts ?? []);
    this.#peers.set(name, { counts: new Map([...before, ...counts]), heardAt: now });
    return known === undefined;
  }

  /** Forgets those not heard of since. */
  forgetBefore(time: number): void {
    for (const [name, { heardAt }] of this.#peers) if (heardAt < time) this.#peers.delete(name);
  }

  sum(debateId: number): number {
    let sum = 0;
    for (const { counts } of this.#peers.values()) sum += counts.get(debateId) ?? 0;
    return sum;
  }
}
