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

const Role = z.enum(["user", "assistant"]);

const MessagesRequest = z
  .looseObject({
    model: z.string().min(1),
    max_tokens: z.int().positive(),
    system: MessageContent,
    messages: z.array(z.looseObject({ role: Role, content: MessageContent })).min(1),
    stream: z.boolean().nullish(),
    output_config: z
      .looseObject({
        format: z.looseObject({ type: z.literal("json_schema"), schema: ReplySchema }).nullish(),
      })
      .nullish(),
  })
  .transform((request): Conversation => ({
    model: request.model,
    system: request.system,
    messages: request.messages.map(({ content }) => content).join("\n\n"),
    stream: request.stream ?? false,
    includeUsage: true,
    maxTokens: request.max_tokens,
    schemaFields: request.output_config?.format?.schema ?? null,
  }));

const STOP_REASONS: Record<ModelReply["finish"], string> = {
  complete: "end_turn",
  length: "max_tokens",
  refused: "refusal",
  filtered: "refusal",
};

const buildStopFields = ({ finish }: ModelReply) => {
  const stop_reason = STOP_REASONS[finish];
  const stop_details = stop_reason === "refusal" ? { type: "refusal" } : null;
  return { stop_reason, stop_sequence: null, stop_details };
};

const buildReplyBody = (reply: ModelReply) => {
  const text = reply.tokens.join("");
  return {
    id: `msg_${reply.requestId}`,
    type: "message",
    role: "assistant",
    model: reply.model,
    content: text === "" ? [] : [{ type: "text", text, citations: null }],
    ...buildStopFields(reply),
    usage: { input_tokens: reply.inputTokens, output_tokens: reply.tokens.length },
  };
};

const formatEvent = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

const buildReplyFrames = (reply: ModelReply): ReplyFrames => {
  const { usage, ...body } = buildReplyBody({ ...reply, tokens: [] });
  const unfinished = { stop_reason: null, stop_sequence: null, stop_details: null };
  const message = { ...body, ...unfinished, usage: { ...usage, output_tokens: 1 } };
  const content_block = { type: "text", text: "" };
  return {
    open: [
      formatEvent("message_start", { message }),
      formatEvent("content_block_start", { index: 0, content_block }),
      formatEvent("ping"),
    ].join(""),
    tokens: reply.tokens.map((text) =>
      formatEvent("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
    ),
    close: [
      formatEvent("content_block_stop", { index: 0 }),
      formatEvent("message_delta", {
        delta: buildStopFields(reply),
        usage: { output_tokens: reply.tokens.length },
      }),
      formatEvent("message_stop"),
    ].join(""),
    error: formatEvent("error", { error: { type: "overloaded_error", message: "Overloaded" } }),
    malformed: 'event: content_block_delta\ndata: {"type": "cont\n\n',
  };
};

const ERRORS: Record<number, [type: string, message: string]> = {
  400: ["invalid_request_error", "Invalid request."],
  401: ["authentication_error", "invalid x-api-key"],
  404: ["not_found_error", "Not found"],
  429: ["rate_limit_error", "This request would exceed your rate limit."],
  529: ["overloaded_error", "Overloaded"],
};

export const anthropicProtocol: ModelProtocol = {
  path: "/v1/messages",
  request: MessagesRequest,
  keyOf: (headers) => headers["x-api-key"]?.toString() ?? getBearerToken(headers),
  headers: (requestId) => ({ "request-id": `req_${requestId}` }),
  failure(status, reason, requestId) {
    const [type, message] = ERRORS[status] ?? ["api_error", "Internal server error"];
    const error = { type, message: reason ?? message };
    return { type: "error", error, request_id: `req_${requestId}` };
  },
  whole: buildReplyBody,
  frames: buildReplyFrames,
};
