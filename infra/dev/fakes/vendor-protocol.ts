import type { IncomingHttpHeaders } from "node:http";

/** The parts of a vendor's protocol that do not depend on the endpoint. */
export interface VendorProtocol {
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Returns the headers of every response, including errors. */
  headers(requestId: string): Record<string, string>;
  failure(status: number, message: string | undefined, requestId: string): object;
}

export const getBearerToken = (headers: IncomingHttpHeaders): string | undefined =>
  headers.authorization?.replace(/^Bearer\s+/i, "").trim();
