import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { ProviderAccess } from "#infra/access.ts";
import type { Ending, VendorStream } from "./chat-model.ts";
import { withReadableFailures } from "./readable-failure.ts";
import { textOf, VendorText } from "./vendor-text.ts";
import { vendorEvents } from "./vendor-events.ts";
import { type Patience, watchedFetch } from "./watched-fetch.ts";

/** An event, or a whole answer; of both what counts. */
const Message = z.object({
  type: z.string().nullish().catch(null),
  delta: z
    .object({
      type: z.string().nullish(),
      text: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish()
    .catch(null),
  content: VendorText,
  stop_reason: z.string().nullish().catch(null),
  error: z.looseObject({}).nullish().catch(null),
});

const ENDINGS: Record<string, Ending> = {
  refusal: "refused",
  max_tokens: "cut",
  model_context_window_exceeded: "cut",
};

/** What a message says, and how it ends the reply, if it does. */
const read = ({ type, delta, content, stop_reason }: z.infer<typeof Message>) => {
  if (type === "message") return { text: textOf(content), reason: stop_reason };
  if (type === "message_delta") return { text: "", reason: delta?.stop_reason };
  const isText = type === "content_block_delta" && delta?.type === "text_delta";
  return { text: (isText && delta?.text) || "", reason: null };
};

/** Anthropic's messages. */
export const claude = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = new Anthropic({
    apiKey: access.apiKey,
    baseURL: access.baseUrl,
    // The job owns retries, and the log has no room for what people wrote.
    maxRetries: 0,
    logLevel: "off",
    timeout: patience.totalMs,
    fetch: withReadableFailures(watchedFetch(patience)),
  });
  return async function* ({ system, user, maxTokens, schema }, signal) {
    const response = await client.messages
      .create(
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
      )
      .asResponse();
    let ending: Ending = null;
    try {
      for await (const { body } of vendorEvents(response)) {
        const { data: message } = Message.safeParse(body);
        if (!message) continue;
        const { error } = message;
        if (error) throw new Anthropic.APIError(undefined, { error }, undefined, response.headers);
        const { text, reason } = read(message);
        if (text !== "") yield text;
        if (reason) ending = ENDINGS[reason] ?? "done";
      }
    } catch (err) {
      // Whatever goes wrong after the model's last word costs no word.
      if (ending === null) throw err;
    }
    return ending;
  };
};
