import OpenAI from "openai";
import { z } from "zod";
import type { ProviderConfig } from "#infra/service-config.ts";
import type { FinishReason, ReplySchema } from "../chat-model.ts";
import type { VendorStream } from "./vendor-stream.ts";
import type { WireRequest } from "../wire-request.ts";
import { createOpenAiClient } from "./openai-client.ts";
import { TokenCount } from "./token-count.ts";
import { extractText, MessageContent } from "./message-content.ts";
import { readVendorReply } from "./read-vendor-reply.ts";
import type { Timeouts } from "../http/fetch-with-timeouts.ts";
import { getWholeReplyTimeouts } from "./whole-reply-timeouts.ts";

const buildResponseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

const Message = z
  .object({ content: MessageContent, refusal: MessageContent })
  .nullish()
  .catch(null);
/**
 * The fields that matter of a chunk or a whole response. Compatible servers omit or null fields
 * that OpenAI promises.
 */
const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Message, message: Message, finish_reason: z.string().nullish() }))
    .nullish()
    .catch(null),
  error: z
    .union([z.looseObject({}), z.string().transform((message) => ({ message }))])
    .nullish()
    .catch(null),
  usage: z
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })
    .nullish()
    .catch(null),
});

const FINISH_REASONS: Record<string, FinishReason> = { content_filter: "refused", length: "cut" };

const buildMessages = ({ system, user }: WireRequest) => [
  ...(system === null ? [] : [{ role: "system" as const, content: system }]),
  { role: "user" as const, content: user },
];

/** Chat completions of OpenAI, xAI or any compatible server. */
export const createOpenAiCompatibleStream = (
  access: ProviderConfig,
  timeouts: Timeouts,
): VendorStream => {
  const client = createOpenAiClient(access, timeouts);
  const wholeReplyClient = createOpenAiClient(access, getWholeReplyTimeouts(timeouts));
  return async function* (request, signal, tally) {
    const { maxTokens, tokenLimitField, schema, isStreamed, reportsUsage } = request;
    tally.ask();
    const response = await (isStreamed ? client : wholeReplyClient).chat.completions
      .create(
        {
          model: access.model,
          messages: buildMessages(request),
          [tokenLimitField]: maxTokens,
          ...(isStreamed && { stream: true }),
          ...(isStreamed && reportsUsage && { stream_options: { include_usage: true } }),
          ...(schema && { response_format: buildResponseFormat(schema) }),
        },
        { signal },
      )
      .asResponse();
    tally.answered();
    return yield* readVendorReply(response, (event) => {
      const { choices, error, usage } = Chunk.safeParse(event).data ?? {};
      tally.tell({ input: usage?.prompt_tokens, output: usage?.completion_tokens });
      if (error) throw new OpenAI.APIError(undefined, error, undefined, response.headers);
      const [choice] = choices ?? [];
      const message = choice?.delta ?? choice?.message;
      const reason =
        extractText(message?.refusal) === "" ? choice?.finish_reason : "content_filter";
      const ending = reason ? (FINISH_REASONS[reason] ?? "done") : null;
      return { text: extractText(message?.content), ending };
    });
  };
};
