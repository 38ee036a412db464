import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { Conversation, ModelReply } from "../conversation.ts";

export interface ReplyFrames {
  /** Frames before the first token. */
  open: string;
  tokens: string[];
  /** Frames after the last token: finish reason, usage and end marker. */
  close: string;
  /** An error event, for a failure after the status 200 was sent. */
  error: string;
  /** A frame with truncated JSON. */
  malformed: string;
}

export interface ModelProtocol {
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Parses a request. Throws a `ZodError` if the vendor would refuse it. */
  read(body: unknown): Conversation;
  /** Returns the headers of every response, including errors. */
  headers(requestId: string): Record<string, string>;
  limitHeaders(retryAfter: number): Record<string, string>;
  failure(status: number, message: string | undefined, requestId: string): object;
  whole(conversation: Conversation, reply: ModelReply, requestId: string): object;
  frames(conversation: Conversation, reply: ModelReply, requestId: string): ReplyFrames;
}

/** The content of a message: a string, or parts whose texts are joined. */
export const MessageContent = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .nullish()
  .transform((content) => {
    if (typeof content === "string") return content;
    return (content ?? []).map((part) => part.text ?? "").join("");
  });

export const ReplyJsonSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown() })).optional(),
});

export const getBearerToken = (headers: IncomingHttpHeaders): string | undefined =>
  headers.authorization?.replace(/^Bearer\s+/i, "").trim();
