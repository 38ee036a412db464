import Anthropic from "@anthropic-ai/sdk";
import type { ProviderAccess } from "#infra/access.ts";
import type { Ending, VendorStream } from "./chat-model.ts";
import { type Patience, watchedFetch } from "./watched-fetch.ts";

/** Anthropic's messages. */
export const claude = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = new Anthropic({
    apiKey: access.apiKey,
    baseURL: access.baseUrl,
    // The job owns retries, and the log has no room for what people wrote.
    maxRetries: 0,
    logLevel: "off",
    fetch: watchedFetch(patience),
  });
  return async function* ({ system, user, maxTokens, schema }, signal) {
    const events = await client.messages.create(
      {
        model: access.model,
        system,
        messages: [{ role: "user", content: user }],
        max_tokens: maxTokens,
        stream: true,
        ...(schema && {
          output_config: { format: { type: "json_schema", schema: schema.schema } },
        }),
      },
      { signal },
    );
    let ending: Ending = null;
    for await (const event of events) {
      if (event.type === "content_block_delta" && event.delta.type === "text_delta")
        yield event.delta.text;
      if (event.type === "message_delta" && event.delta.stop_reason)
        ending = event.delta.stop_reason === "refusal" ? "refused" : "done";
    }
    return ending;
  };
};
