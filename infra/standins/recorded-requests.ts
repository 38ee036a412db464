import type { IncomingMessage } from "node:http";
import { newRequestId } from "./answer.ts";
import type { RequestKind, Vendor } from "./faults.ts";

/** `aborted`: the caller disconnected. `broken`: a fault ended it. */
export type Outcome = "running" | "finished" | "aborted" | "broken";

export interface RecordedRequest {
  id: string;
  provider: Vendor;
  kind: RequestKind;
  /** Time of arrival in milliseconds since 1970. */
  at: number;
  /** Without headers that carry keys. */
  headers: Record<string, string>;
  body: unknown;
  tokens: number;
  outcome: Outcome;
}

/** Limits the memory of a long-running server. */
const KEPT = 2_000;

const SECRET_HEADER = /key|auth|cookie/i;

const openHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !SECRET_HEADER.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

export class RecordedRequests {
  #requests: RecordedRequest[] = [];

  /** Records a new request; its handler updates the record. */
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
