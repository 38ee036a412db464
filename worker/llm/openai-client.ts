import OpenAI from "openai";
import type { ProviderAccess } from "#infra/access.ts";
import { withReadableFailures } from "./readable-failure.ts";
import { type Patience, watchedFetch } from "./watched-fetch.ts";

/** Creates a client for OpenAI or a compatible server. */
export const openAiClient = (
  { apiKey, baseUrl }: Pick<ProviderAccess, "apiKey" | "baseUrl">,
  patience: Patience,
): OpenAI =>
  new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Not read from the environment, because other vendors' servers would receive them.
    organization: null,
    project: null,
    // The job retries, and the SDK's log would contain what users wrote.
    maxRetries: 0,
    logLevel: "off",
    timeout: patience.totalMs,
    fetch: withReadableFailures(watchedFetch(patience)),
  });
