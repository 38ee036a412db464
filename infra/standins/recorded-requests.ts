import type { IncomingMessage } from "node:http";
import { newRequestId } from "./answer.ts";
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

const SECRET_HEADER = /key|auth|cookie/i;

/** A request's headers without those that carry a key. */
const openHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !SECRET_HEADER.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

export class RecordedRequests {
  #requests: RecordedRequest[] = [];

  /** A request that is running from now on; whoever answers it keeps its record true. */
  begin(
    provider: Vendor,
    kind: RequestKind,
    request: IncomingMessage,
    body: unknown,
  ): RecordedRequest {
    const record: RecordedRequest = {
      id: newRequestId(),
      provider,
      kind,
      at: Date.now(),
      headers: openHeaders(request),
      body,
      tokens: 0,
      outcome: "running",
    };
    if (this.#requests.length >= KEPT) this.#requests.shift();
    this.#requests.push(record);
    return record;
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
