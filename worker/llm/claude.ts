import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { ProviderAccess } from "#infra/access.ts";
import type { Ending, VendorStream } from "./chat-model.ts";
import { withReadableFailures } from "./readable-failure.ts";
import { VendorCount } from "./vendor-count.ts";
import { textOf, VendorText } from "./vendor-text.ts";
import { type Said, vendorReply } from "./vendor-reply.ts";
import { type Patience, watchedFetch } from "./watched-fetch.ts";

/** Token counts as reported: input with cached tokens counted separately, and output so far. */
const Counts = z
  .object({
    input_tokens: VendorCount,
    cache_creation_input_tokens: VendorCount,
    cache_read_input_tokens: VendorCount,
    output_tokens: VendorCount,
  })
  .nullish()
  .catch(null);
type Counts = z.infer<typeof Counts>;

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
  usage: Counts,
  message: z.object({ usage: Counts }).nullish().catch(null),
});
type Message = z.infer<typeof Message>;

const ENDINGS: Record<string, Ending> = {
  refusal: "refused",
  max_tokens: "cut",
  model_context_window_exceeded: "cut",
};

const endingOf = (reason: string | null | undefined): Ending =>
  reason ? (ENDINGS[reason] ?? "done") : null;

const read = ({ type, delta, content, stop_reason }: Message): Said => {
  if (type === "message") return { text: textOf(content), ending: endingOf(stop_reason) };
  if (type === "message_delta") return { text: "", ending: endingOf(delta?.stop_reason) };
  const isText = type === "content_block_delta" && delta?.type === "text_delta";
  return { text: (isText && delta?.text) || "", ending: null };
};

const inputOf = (counts: Counts | undefined): number | null => {
  const read = counts?.input_tokens ?? null;
  if (read === null) return null;
  return read + (counts?.cache_creation_input_tokens ?? 0) + (counts?.cache_read_input_tokens ?? 0);
};

/** Token counts of a message: its start reports the input, its end the output. */
const told = ({ usage, message }: Message) => ({
  input: inputOf(usage) ?? inputOf(message?.usage),
  output: usage?.output_tokens,
});

export const claude = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = new Anthropic({
    apiKey: access.apiKey,
    baseURL: access.baseUrl,
    // The job retries, and the SDK's log would contain what users wrote.
    maxRetries: 0,
    logLevel: "off",
    timeout: patience.totalMs,
    fetch: withReadableFailures(watchedFetch(patience)),
  });
  return async function* ({ system, user, maxTokens, schema }, signal, tally) {
    tally.ask();
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
    tally.answered();
    return yield* vendorReply(response, (event) => {
      const { data: message } = Message.safeParse(event);
      if (!message) return { text: "", ending: null };
      const { error } = message;
      tally.tell(told(message));
      if (error) throw new Anthropic.APIError(undefined, { error }, undefined, response.headers);
      return read(message);
    });
  };
};
