import { z } from "zod";
import { getBearerToken } from "../../vendor-protocol.ts";
import {
  type Conversation,
  MessageContent,
  type ModelProtocol,
  type ModelReply,
  type ReplyFrames,
  ReplySchema,
} from "./model-protocol.ts";

const SYSTEM_ROLES = new Set(["system", "developer"]);

const ChatCompletionRequest = z
  .looseObject({
    model: z.string().min(1),
    messages: z.array(z.looseObject({ role: z.string(), content: MessageContent })).min(1),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: z.int().positive().nullish(),
    max_completion_tokens: z.int().positive().nullish(),
    response_format: z
      .looseObject({
        type: z.enum(["text", "json_object", "json_schema"]),
        json_schema: z.looseObject({ name: z.string(), schema: ReplySchema.optional() }).optional(),
      })
      .nullish(),
  })
  .transform((request): Conversation => {
    const join = (areSystem: boolean): string =>
      request.messages
        .filter(({ role }) => SYSTEM_ROLES.has(role) === areSystem)
        .map(({ content }) => content)
        .join("\n\n");
    return {
      model: request.model,
      system: join(true),
      messages: join(false),
      stream: request.stream ?? false,
      includeUsage: request.stream_options?.include_usage ?? false,
      maxTokens: request.max_completion_tokens ?? request.max_tokens ?? null,
      schemaFields: request.response_format?.json_schema?.schema ?? null,
    };
  });

const FINISH_REASONS: Record<ModelReply["finish"], string> = {
  complete: "stop",
  length: "length",
  refused: "stop",
  filtered: "content_filter",
};

const buildUsage = ({ inputTokens, tokens }: ModelReply) => ({
  prompt_tokens: inputTokens,
  completion_tokens: tokens.length,
  total_tokens: inputTokens + tokens.length,
});

const buildHead = (object: string, { model, requestId }: ModelReply) => ({
  id: `chatcmpl-${requestId}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
});

const buildReplyBody = (reply: ModelReply): object => {
  const text = reply.tokens.join("");
  const [content, refusal] = reply.finish === "refused" ? [null, text] : [text, null];
  const message = { role: "assistant", content, refusal };
  const finish_reason = FINISH_REASONS[reply.finish];
  return {
    ...buildHead("chat.completion", reply),
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: buildUsage(reply),
  };
};

const formatFrame = (payload: object): string => `data: ${JSON.stringify(payload)}\n\n`;

const buildReplyFrames = (reply: ModelReply): ReplyFrames => {
  const { includeUsage, finish, tokens } = reply;
  const head = buildHead("chat.completion.chunk", reply);
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    formatFrame({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      // With `include_usage`, the field is null in all chunks but the last.
      ...(includeUsage && { usage: null }),
    });
  const field = finish === "refused" ? "refusal" : "content";
  const usage = formatFrame({ ...head, choices: [], usage: buildUsage(reply) });
  return {
    open: chunk({ role: "assistant", content: "", refusal: null }),
    tokens: tokens.map((token) => chunk({ [field]: token })),
    close: `${chunk({}, FINISH_REASONS[finish])}${includeUsage ? usage : ""}data: [DONE]\n\n`,
    error: formatFrame(buildError(500)),
    malformed: 'data: {"choices": [{"del\n\n',
  };
};

/** Type, message and code by status. */
const ERRORS: Record<number, readonly string[]> = {
  400: ["invalid_request_error", "Invalid request."],
  401: ["invalid_request_error", "Incorrect API key provided.", "invalid_api_key"],
  404: ["invalid_request_error", "Unknown request URL.", "unknown_url"],
  429: ["requests", "Rate limit reached. Please try again later.", "rate_limit_exceeded"],
  500: ["server_error", "The server had an error while processing your request."],
  503: ["server_error", "The engine is currently overloaded."],
};
const buildError = (status: number, reason?: string): object => {
  const [type, message, code = null] = ERRORS[status] ?? ERRORS[500] ?? [];
  return { error: { message: reason ?? message, type, param: null, code } };
};

export const openAiProtocol: ModelProtocol = {
  path: "/v1/chat/completions",
  request: ChatCompletionRequest,
  keyOf: getBearerToken,
  headers: (requestId) => ({ "x-request-id": `req_${requestId}` }),
  failure: buildError,
  whole: buildReplyBody,
  frames: buildReplyFrames,
};
