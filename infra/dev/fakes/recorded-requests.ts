import type { RequestKind, FakedVendor } from "./vendor-fault.ts";

/**
 * How a request ended. `aborted` means that the caller disconnected, `broken` that a fault ended
 * the response.
 */
export type RequestOutcome = "running" | "finished" | "aborted" | "broken";

export interface RecordedRequest {
  id: string;
  provider: FakedVendor;
  kind: RequestKind;
  /** Time of arrival in milliseconds since 1970. */
  at: number;
  /** Headers of the request, without those that carry keys. */
  headers: Record<string, string>;
  body: unknown;
  tokens: number;
  outcome: RequestOutcome;
}

/** Limits the memory of a long-running fake. */
const MAX_RECORDED_REQUESTS = 2_000;

export class RecordedRequests {
  #requests: RecordedRequest[] = [];

  add(request: RecordedRequest): void {
    if (this.#requests.length >= MAX_RECORDED_REQUESTS) this.#requests.shift();
    this.#requests.push(request);
  }

  all(filter: { provider?: FakedVendor; kind?: RequestKind } = {}): RecordedRequest[] {
    return this.#requests.filter(
      (r) => (filter.provider ?? r.provider) === r.provider && (filter.kind ?? r.kind) === r.kind,
    );
  }

  clear(): void {
    this.#requests = [];
  }
}
