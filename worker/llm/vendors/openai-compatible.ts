import OpenAI from "openai";
import { z } from "zod";
import type { ProviderConfig } from "#infra/service-config.ts";
import type { ReplySchema } from "../chat-model.ts";
import type { VendorStream } from "./vendor-stream.ts";
import type { WireRequest } from "../wire-request.ts";
import { createOpenAiClient } from "./openai-client.ts";
import { toFinishReason } from "./responses/finish-reason.ts";
import {
  extractText,
  MessageContent,
  ReportedModel,
  TokenCount,
} from "./responses/reply-fields.ts";
import { readVendorReply } from "./responses/read-vendor-reply.ts";
import { getWholeReplyTimeouts, type Timeouts } from "../http/fetch-with-timeouts.ts";

const buildResponseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

const Message = z
  .object({ content: MessageContent, refusal: MessageContent })
  .nullish()
  .catch(null);
const ErrorField = z
  .union([z.looseObject({}), z.string().transform((message) => ({ message }))])
  .nullish()
  .catch(null);
/**
 * The used fields of a chunk or a whole response. All are optional, because compatible servers omit
 * or null fields that OpenAI promises.
 */
const Chunk = z.object({
  model: ReportedModel,
  choices: z
    .array(
      z.object({
        delta: Message,
        message: Message,
        finish_reason: z.string().nullish().catch(null),
        error: ErrorField,
      }),
    )
    .nullish()
    .catch(null),
  error: ErrorField,
  usage: z
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })
    .nullish()
    .catch(null),
});

/** At least one of these fields is in every event of the protocol. */
const PROTOCOL_FIELDS = ["choices", "error", "usage"];
/** An error without a field `error`, as in `{"object":"error","message":"No.","code":400}`. */
const PlainError = z
  .looseObject({ message: z.string().optional(), code: z.coerce.number().min(400).max(599) })
  .transform(({ code, ...fields }) => ({ ...fields, code: String(code) }));

const isProtocolEvent = (event: unknown): boolean =>
  typeof event === "object" && event !== null && PROTOCOL_FIELDS.some((field) => field in event);

const buildMessages = ({ system, user }: WireRequest) => [
  ...(system === null ? [] : [{ role: "system" as const, content: system }]),
  { role: "user" as const, content: user },
];

/** Streams chat completions of OpenAI, xAI or any compatible server. */
export const createOpenAiCompatibleStream = (
  access: ProviderConfig,
  timeouts: Timeouts,
): VendorStream => {
  const client = createOpenAiClient(access, timeouts);
  const wholeReplyClient = createOpenAiClient(access, getWholeReplyTimeouts(timeouts));
  return async function* (request, signal, requestMeter) {
    const { maxTokens, tokenLimitField, schema, isStreamed, reportsUsage } = request;
    requestMeter.recordRequest();
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
    requestMeter.recordAccepted();
    return yield* readVendorReply(response, (event) => {
      const fail = (error: object) =>
        new OpenAI.APIError(undefined, error, undefined, response.headers);
      if (!isProtocolEvent(event)) {
        const { data: plainError } = PlainError.safeParse(event);
        if (plainError) throw fail(plainError);
        return null;
      }
      const { model, choices, error, usage } = Chunk.safeParse(event).data ?? {};
      requestMeter.setReportedModel(model);
      requestMeter.setReportedTokens({
        input: usage?.prompt_tokens,
        output: usage?.completion_tokens,
      });
      const [choice] = choices ?? [];
      const failure = error ?? choice?.error;
      if (failure) throw fail(failure);
      const message = choice?.delta ?? choice?.message;
      const isRefused = extractText(message?.refusal) !== "";
      const ending = isRefused ? "refused" : toFinishReason(choice?.finish_reason);
      return { text: extractText(message?.content), ending };
    });
  };
};
