export interface TokenAllowance {
  burst: number;
  perSecond: number;
}

/** A token bucket. Times are milliseconds of the caller's clock. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    readonly allowance: TokenAllowance,
    now: number,
  ) {
    this.#tokens = allowance.burst;
    this.#at = now;
  }

  take(now: number): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

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
