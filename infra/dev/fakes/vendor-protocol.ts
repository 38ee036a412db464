import type { IncomingHttpHeaders } from "node:http";
import { PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";

/** The parts of a vendor's protocol that do not depend on the endpoint. */
export interface VendorProtocol {
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Returns the headers of every response, including errors. */
  headers(requestId: string): Record<string, string>;
  failure(status: number, message: string | undefined, requestId: string): object;
}

export const getBearerToken = (headers: IncomingHttpHeaders): string | undefined =>
  headers.authorization?.replace(/^Bearer\s+/i, "").trim();

/** Returns the base URL of a provider's fake, in the form that the vendor's SDK expects. */
export const buildFakeUrl = (provider: Provider, port: number): string => {
  const origin = `http://127.0.0.1:${port}/${provider}`;
  return PROVIDER_DEFINITIONS[provider].protocol === "openai" ? `${origin}/v1` : origin;
};
