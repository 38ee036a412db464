import type { IncomingMessage } from "node:http";
import { createRequestId } from "./responses.ts";
import type { RequestKind, FakedVendor } from "./fault-injector.ts";

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

const SECRET_HEADER_PATTERN = /key|auth|cookie/i;

const getPublicHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !SECRET_HEADER_PATTERN.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

export class RecordedRequests {
  #requests: RecordedRequest[] = [];

  /** Records a new request. Its handler updates the returned record. */
  begin(
    provider: FakedVendor,
    kind: RequestKind,
    request: IncomingMessage,
    body: unknown,
  ): RecordedRequest {
    const record: RecordedRequest = {
      id: createRequestId(),
      provider,
      kind,
      at: Date.now(),
      headers: getPublicHeaders(request),
      body,
      tokens: 0,
      outcome: "running",
    };
    if (this.#requests.length >= MAX_RECORDED_REQUESTS) this.#requests.shift();
    this.#requests.push(record);
    return record;
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
