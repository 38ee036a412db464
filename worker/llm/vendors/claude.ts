import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { ProviderConfig } from "#infra/service-config.ts";
import type { VendorStream } from "./vendor-stream.ts";
import { splitBaseUrl } from "../http/split-base-url.ts";
import { withNormalizedErrors } from "../http/normalize-error-response.ts";
import { toFinishReason } from "./responses/finish-reason.ts";
import {
  extractText,
  MessageContent,
  ReportedModel,
  TokenCount,
} from "./responses/reply-fields.ts";
import { type ReplyChunk, readVendorReply } from "./responses/read-vendor-reply.ts";
import {
  type Timeouts,
  fetchWithTimeouts,
  getWholeReplyTimeouts,
} from "../http/fetch-with-timeouts.ts";

/**
 * Token counts as Claude reports them. `input_tokens` does not include cached tokens, and
 * `output_tokens` is the output so far.
 */
const ClaudeUsage = z
  .object({
    input_tokens: TokenCount,
    cache_creation_input_tokens: TokenCount,
    cache_read_input_tokens: TokenCount,
    output_tokens: TokenCount,
  })
  .nullish()
  .catch(null);
type ClaudeUsage = z.infer<typeof ClaudeUsage>;

const ClaudeEvent = z.object({
  model: ReportedModel,
  type: z.string().nullish().catch(null),
  delta: z
    .object({
      type: z.string().nullish(),
      text: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish()
    .catch(null),
  content: MessageContent,
  stop_reason: z.string().nullish().catch(null),
  error: z.looseObject({}).nullish().catch(null),
  usage: ClaudeUsage,
  message: z.object({ model: ReportedModel, usage: ClaudeUsage }).nullish().catch(null),
});
type ClaudeEvent = z.infer<typeof ClaudeEvent>;

const toReplyChunk = ({ type, delta, content, stop_reason }: ClaudeEvent): ReplyChunk => {
  if (type === "message")
    return { text: extractText(content), ending: toFinishReason(stop_reason) };
  if (type === "message_delta") return { text: "", ending: toFinishReason(delta?.stop_reason) };
  const isText = type === "content_block_delta" && delta?.type === "text_delta";
  const text = (isText && delta?.text) || "";
  return { text, ending: null, isEndMarker: type === "message_stop" };
};

const sumInputTokens = (counts: ClaudeUsage | undefined): number | null => {
  const read = counts?.input_tokens ?? null;
  if (read === null) return null;
  return read + (counts?.cache_creation_input_tokens ?? 0) + (counts?.cache_read_input_tokens ?? 0);
};

/** Reads an event's token counts: the first event reports the input, the last the output. */
const toReportedTokens = ({ usage, message }: ClaudeEvent) => ({
  input: sumInputTokens(usage) ?? sumInputTokens(message?.usage),
  output: usage?.output_tokens,
});

const createClient = ({ apiKey, baseUrl }: ProviderConfig, timeouts: Timeouts): Anthropic =>
  new Anthropic({
    apiKey,
    ...splitBaseUrl(baseUrl),
    // The SDK neither retries nor logs: the job itself retries, and the log would contain texts of
    // users.
    maxRetries: 0,
    logLevel: "off",
    timeout: timeouts.totalMs,
    fetch: withNormalizedErrors(fetchWithTimeouts(timeouts)),
  });

export const createClaudeStream = (access: ProviderConfig, timeouts: Timeouts): VendorStream => {
  const client = createClient(access, timeouts);
  const wholeReplyClient = createClient(access, getWholeReplyTimeouts(timeouts));
  return async function* ({ system, user, maxTokens, schema, isStreamed }, signal, requestMeter) {
    requestMeter.recordRequest();
    const response = await (isStreamed ? client : wholeReplyClient).messages
      .create(
        {
          model: access.model,
          ...(system !== null && { system }),
          messages: [{ role: "user", content: user }],
          max_tokens: maxTokens,
          ...(isStreamed && { stream: true }),
          ...(schema && {
            output_config: { format: { type: "json_schema", schema: schema.schema } },
          }),
        },
        { signal },
      )
      .asResponse();
    requestMeter.recordAccepted();
    return yield* readVendorReply(response, (event) => {
      const { data: message } = ClaudeEvent.safeParse(event);
      if (!message) return null;
      const { type, error } = message;
      if (typeof type !== "string" && !error) return null;
      requestMeter.setReportedModel(message.model ?? message.message?.model);
      requestMeter.setReportedTokens(toReportedTokens(message));
      if (error) throw new Anthropic.APIError(undefined, { error }, undefined, response.headers);
      return toReplyChunk(message);
    });
  };
};
