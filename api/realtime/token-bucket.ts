export interface Allowance {
  /** So many at once, */
  burst: number;
  /** and from then on so many a second. */
  perSecond: number;
}

/** What may be done so often. Times are milliseconds, as the caller counts them. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    readonly allowance: Allowance,
    now: number,
  ) {
    this.#tokens = allowance.burst;
    this.#at = now;
  }

  /** Takes one; false where there is none. */
  take(now: number): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** As if nothing had ever been taken. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens === this.allowance.burst;
  }

  #fill(now: number): void {
    const { burst, perSecond } = this.allowance;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
  }
}
