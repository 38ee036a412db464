import type { RequestKind, Vendor } from "./faults.ts";

/** `aborted`: the caller hung up. `broken`: a fault broke it off. */
export type Outcome = "running" | "finished" | "aborted" | "broken";

/** One request a caller made, for tests to count and read. */
export interface RecordedRequest {
  id: string;
  provider: Vendor;
  kind: RequestKind;
  /** When it arrived, in milliseconds since the epoch. */
  at: number;
  /** Without those that carry a key. */
  headers: Record<string, string>;
  body: unknown;
  /** Tokens of the reply that were sent. */
  tokens: number;
  outcome: Outcome;
}

/** Enough for any test, little enough for a server that runs for weeks. */
const KEPT = 2_000;

export class RecordedRequests {
  #requests: RecordedRequest[] = [];

  add(request: RecordedRequest): void {
    if (this.#requests.length >= KEPT) this.#requests.shift();
    this.#requests.push(request);
  }

  all(filter: { provider?: Vendor; kind?: RequestKind } = {}): RecordedRequest[] {
    return this.#requests.filter(
      (r) => (filter.provider ?? r.provider) === r.provider && (filter.kind ?? r.kind) === r.kind,
    );
  }

  clear(): void {
    this.#requests = [];
  }
}
