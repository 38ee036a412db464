import type { Conversation, ReplyFinish, ModelReply } from "../conversation.ts";
import { parseChatCompletionRequest } from "./openai-request.ts";
import { getBearerToken, type ReplyFrames, type ModelProtocol } from "./model-protocol.ts";

const toFinishReason = (finish: ReplyFinish): string =>
  ({ complete: "stop", length: "length", refused: "stop", filtered: "content_filter" })[finish];

const buildUsage = ({ inputTokens, tokens }: ModelReply) => ({
  prompt_tokens: inputTokens,
  completion_tokens: tokens.length,
  total_tokens: inputTokens + tokens.length,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
});

const buildCompletionHead = (object: string, { model }: Conversation, requestId: string) => ({
  id: `chatcmpl-${requestId}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
  service_tier: "default",
  system_fingerprint: "fp_standin",
});

const buildToolCall = (conversation: Conversation, id: string, json: string) => ({
  id: `call_${id}`,
  type: "function",
  function: { name: conversation.tool, arguments: json },
});

const buildReplyBody = (
  conversation: Conversation,
  reply: ModelReply,
  requestId: string,
): object => {
  const text = reply.tokens.join("");
  const refused = reply.finish === "refused";
  const spoken = conversation.tool === null || refused;
  return {
    ...buildCompletionHead("chat.completion", conversation, requestId),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: spoken && !refused ? text : null,
          refusal: refused ? text : null,
          ...(!spoken && { tool_calls: [buildToolCall(conversation, requestId, text)] }),
        },
        logprobs: null,
        finish_reason: toFinishReason(reply.finish),
      },
    ],
    usage: buildUsage(reply),
  };
};

const formatFrame = (payload: object): string => `data: ${JSON.stringify(payload)}\n\n`;

const buildReplyFrames = (
  conversation: Conversation,
  reply: ModelReply,
  requestId: string,
): ReplyFrames => {
  const base = buildCompletionHead("chat.completion.chunk", conversation, requestId);
  /**
   * With `include_usage`, every chunk has a field `usage`, which is null in all chunks but the
   * last.
   */
  const noUsage = conversation.includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: string | null = null): string => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
    return formatFrame({ ...base, choices: [choice], ...noUsage });
  };
  const { tool } = conversation;
  const delta = (text: string): object => {
    if (reply.finish === "refused") return { refusal: text };
    return tool === null
      ? { content: text }
      : { tool_calls: [{ index: 0, function: { arguments: text } }] };
  };
  const opening =
    tool === null
      ? { role: "assistant", content: "", refusal: null }
      : {
          role: "assistant",
          tool_calls: [{ index: 0, ...buildToolCall(conversation, requestId, "") }],
        };
  return {
    open: chunk(opening),
    tokens: reply.tokens.map((token) => chunk(delta(token))),
    close:
      chunk({}, toFinishReason(reply.finish)) +
      (conversation.includeUsage
        ? formatFrame({ ...base, choices: [], usage: buildUsage(reply) })
        : "") +
      "data: [DONE]\n\n",
    error: formatFrame(buildErrorBody(500, undefined)),
    malformed: 'data: {"choices": [{"del\n\n',
  };
};

const ERRORS_BY_STATUS: Record<number, { type: string; code: string | null; message: string }> = {
  400: { type: "invalid_request_error", code: null, message: "Invalid request." },
  401: {
    type: "invalid_request_error",
    code: "invalid_api_key",
    message: "Incorrect API key provided.",
  },
  404: { type: "invalid_request_error", code: "unknown_url", message: "Unknown request URL." },
  429: {
    type: "requests",
    code: "rate_limit_exceeded",
    message: "Rate limit reached. Please try again later.",
  },
  503: { type: "server_error", code: null, message: "The engine is currently overloaded." },
};
const SERVER_ERROR = {
  type: "server_error",
  code: null,
  message: "The server had an error while processing your request.",
};

const buildErrorBody = (status: number, message: string | undefined): object => {
  const known = ERRORS_BY_STATUS[status] ?? SERVER_ERROR;
  return {
    error: { message: message ?? known.message, type: known.type, param: null, code: known.code },
  };
};

export const openAiProtocol: ModelProtocol = {
  keyOf: getBearerToken,
  read: parseChatCompletionRequest,
  headers: (requestId) => ({
    "x-request-id": `req_${requestId}`,
    "openai-version": "2020-10-01",
    "openai-processing-ms": "12",
  }),
  limitHeaders: (retryAfter) => ({
    "retry-after": String(retryAfter),
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": `${retryAfter}s`,
  }),
  failure: buildErrorBody,
  whole: buildReplyBody,
  frames: buildReplyFrames,
};
