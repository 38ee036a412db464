import type { Conversation, ModelReply } from "../conversation.ts";
import { parseMessagesRequest } from "./anthropic-request.ts";
import { getBearerToken, type ReplyFrames, type ModelProtocol } from "./model-protocol.ts";

const buildStopFields = ({ tool }: Conversation, { finish }: ModelReply) => {
  const refused = finish === "refused" || finish === "filtered";
  const complete = tool === null ? "end_turn" : "tool_use";
  return {
    stop_reason: refused ? "refusal" : finish === "length" ? "max_tokens" : complete,
    stop_sequence: null,
    stop_details: refused
      ? { type: "refusal", category: "general_harms", explanation: "The request was declined." }
      : null,
  };
};

const buildUsage = (inputTokens: number, outputTokens: number) => ({
  input_tokens: inputTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: outputTokens,
  service_tier: "standard",
});

const buildMessageHead = ({ model }: Conversation, requestId: string) => ({
  id: `msg_${requestId}`,
  type: "message",
  role: "assistant",
  model,
});

/**
 * Parses the JSON of a tool call, because Anthropic returns its input as an object. Invalid JSON
 * becomes an empty object.
 */
const parseToolInput = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
};

const buildReplyBody = (
  conversation: Conversation,
  reply: ModelReply,
  requestId: string,
): object => {
  const text = reply.tokens.join("");
  const block =
    conversation.tool === null
      ? { type: "text", text, citations: null }
      : {
          type: "tool_use",
          id: `toolu_${requestId}`,
          name: conversation.tool,
          input: parseToolInput(text),
        };
  return {
    ...buildMessageHead(conversation, requestId),
    content: text === "" ? [] : [block],
    ...buildStopFields(conversation, reply),
    usage: buildUsage(reply.inputTokens, reply.tokens.length),
  };
};

const formatEvent = (payload: { type: string; [field: string]: unknown }): string =>
  `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`;

const buildReplyFrames = (
  conversation: Conversation,
  reply: ModelReply,
  requestId: string,
): ReplyFrames => {
  const { tool } = conversation;
  const message = {
    ...buildMessageHead(conversation, requestId),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: buildUsage(reply.inputTokens, 1),
  };
  const block =
    tool === null
      ? { type: "text", text: "" }
      : { type: "tool_use", id: `toolu_${requestId}`, name: tool, input: {} };
  const delta = (text: string): string =>
    formatEvent({
      type: "content_block_delta",
      index: 0,
      delta:
        tool === null
          ? { type: "text_delta", text }
          : { type: "input_json_delta", partial_json: text },
    });
  return {
    open:
      formatEvent({ type: "message_start", message }) +
      formatEvent({ type: "content_block_start", index: 0, content_block: block }) +
      formatEvent({ type: "ping" }),
    tokens: reply.tokens.map(delta),
    close:
      formatEvent({ type: "content_block_stop", index: 0 }) +
      formatEvent({
        type: "message_delta",
        delta: buildStopFields(conversation, reply),
        usage: { output_tokens: reply.tokens.length },
      }) +
      formatEvent({ type: "message_stop" }),
    error: formatEvent({
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
    }),
    malformed: 'event: content_block_delta\ndata: {"type": "cont\n\n',
  };
};

const ERRORS_BY_STATUS: Record<number, [type: string, message: string]> = {
  400: ["invalid_request_error", "Invalid request."],
  401: ["authentication_error", "invalid x-api-key"],
  404: ["not_found_error", "Not found"],
  429: ["rate_limit_error", "This request would exceed your rate limit."],
  529: ["overloaded_error", "Overloaded"],
};

const buildErrorBody = (status: number, message: string | undefined, requestId: string): object => {
  const [type, text] = ERRORS_BY_STATUS[status] ?? ["api_error", "Internal server error"];
  return {
    type: "error",
    error: { type, message: message ?? text },
    request_id: `req_${requestId}`,
  };
};

export const anthropicProtocol: ModelProtocol = {
  keyOf: (headers) => {
    const key = headers["x-api-key"];
    return typeof key === "string" ? key : getBearerToken(headers);
  },
  read: parseMessagesRequest,
  headers: (requestId) => ({
    "request-id": `req_${requestId}`,
    "anthropic-organization-id": "00000000-0000-4000-8000-000000000000",
  }),
  limitHeaders: (retryAfter) => ({
    "retry-after": String(retryAfter),
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": new Date(Date.now() + retryAfter * 1000).toISOString(),
  }),
  failure: buildErrorBody,
  whole: buildReplyBody,
  frames: buildReplyFrames,
};
