import OpenAI from "openai";
import type { ProviderConfig } from "#infra/service-config.ts";
import { withNormalizedErrors } from "../http/normalize-error-response.ts";
import { splitBaseUrl } from "../http/split-base-url.ts";
import { type Timeouts, fetchWithTimeouts } from "../http/fetch-with-timeouts.ts";

export const createOpenAiClient = (
  { apiKey, baseUrl }: Pick<ProviderConfig, "apiKey" | "baseUrl">,
  timeouts: Timeouts,
): OpenAI => {
  const address = splitBaseUrl(baseUrl);
  const isAzure = address.defaultQuery?.["api-version"] !== undefined;
  return new OpenAI({
    apiKey,
    ...address,
    ...(isAzure && { defaultHeaders: { "api-key": apiKey } }),
    // If these options were undefined, the SDK would read both from the environment and send them
    // to any vendor.
    organization: null,
    project: null,
    // The SDK neither retries nor logs: the job itself retries, and the log would contain texts of
    // users.
    maxRetries: 0,
    logLevel: "off",
    timeout: timeouts.totalMs,
    fetch: withNormalizedErrors(fetchWithTimeouts(timeouts)),
  });
};
