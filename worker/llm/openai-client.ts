import OpenAI from "openai";
import type { ProviderAccess } from "#infra/access.ts";
import { withReadableFailures } from "./readable-failure.ts";
import { type Patience, watchedFetch } from "./watched-fetch.ts";

/** A client of OpenAI, or of any server that speaks its wire. */
export const openAiClient = (
  { apiKey, baseUrl }: Pick<ProviderAccess, "apiKey" | "baseUrl">,
  patience: Patience,
): OpenAI =>
  new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // Not from the environment: another vendor's server would get them too.
    organization: null,
    project: null,
    // The job owns retries, and the log has no room for what people wrote.
    maxRetries: 0,
    logLevel: "off",
    timeout: patience.totalMs,
    fetch: withReadableFailures(watchedFetch(patience)),
  });
