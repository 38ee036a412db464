import type { Conversation, Finish, Reply } from "../conversation.ts";
import { readChatCompletion } from "./openai-request.ts";
import { bearerToken, type Frames, type Wire } from "./wire.ts";

const finishReason = (finish: Finish): string =>
  ({ complete: "stop", length: "length", refused: "stop", filtered: "content_filter" })[finish];

const usage = ({ inputTokens, tokens }: Reply) => ({
  prompt_tokens: inputTokens,
  completion_tokens: tokens.length,
  total_tokens: inputTokens + tokens.length,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
});

const head = (object: string, { model }: Conversation, requestId: string) => ({
  id: `chatcmpl-${requestId}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
  service_tier: "default",
  system_fingerprint: "fp_standin",
});

const call = (conversation: Conversation, id: string, json: string) => ({
  id: `call_${id}`,
  type: "function",
  function: { name: conversation.tool, arguments: json },
});

const whole = (conversation: Conversation, reply: Reply, requestId: string): object => {
  const text = reply.tokens.join("");
  const refused = reply.finish === "refused";
  const spoken = conversation.tool === null || refused;
  return {
    ...head("chat.completion", conversation, requestId),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: spoken && !refused ? text : null,
          refusal: refused ? text : null,
          ...(!spoken && { tool_calls: [call(conversation, requestId, text)] }),
        },
        logprobs: null,
        finish_reason: finishReason(reply.finish),
      },
    ],
    usage: usage(reply),
  };
};

const frame = (payload: object): string => `data: ${JSON.stringify(payload)}\n\n`;

const frames = (conversation: Conversation, reply: Reply, requestId: string): Frames => {
  const base = head("chat.completion.chunk", conversation, requestId);
  /** With `include_usage` every chunk has the field, but only the last one has a value. */
  const noUsage = conversation.includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: string | null = null): string => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
    return frame({ ...base, choices: [choice], ...noUsage });
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
      : { role: "assistant", tool_calls: [{ index: 0, ...call(conversation, requestId, "") }] };
  return {
    open: chunk(opening),
    tokens: reply.tokens.map((token) => chunk(delta(token))),
    close:
      chunk({}, finishReason(reply.finish)) +
      (conversation.includeUsage ? frame({ ...base, choices: [], usage: usage(reply) }) : "") +
      "data: [DONE]\n\n",
    error: frame(failure(500, undefined)),
    malformed: 'data: {"choices": [{"del\n\n',
  };
};

const FAILURES: Record<number, { type: string; code: string | null; message: string }> = {
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

const failure = (status: number, message: string | undefined): object => {
  const known = FAILURES[status] ?? SERVER_ERROR;
  return {
    error: { message: message ?? known.message, type: known.type, param: null, code: known.code },
  };
};

export const openAiWire: Wire = {
  keyOf: bearerToken,
  read: readChatCompletion,
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
  failure,
  whole,
  frames,
};
