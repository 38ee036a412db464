import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { Conversation, Reply } from "../conversation.ts";

/** A streamed reply, frame by frame, as it goes over the wire. */
export interface Frames {
  /** What stands before the first token. */
  open: string;
  /** One frame a token. */
  tokens: string[];
  /** What stands after the last token: the finish reason, the usage, the end. */
  close: string;
  /** What a vendor sends when it fails after the 200. */
  error: string;
  /** A frame whose payload breaks off. */
  malformed: string;
}

/** One vendor's API: how it is asked, and how it answers. */
export interface Wire {
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Throws a `ZodError` for what the vendor refuses as an invalid request. */
  read(body: unknown): Conversation;
  /** Headers of every answer, an error's too. */
  headers(requestId: string): Record<string, string>;
  /** Headers that come with a 429. */
  limitHeaders(retryAfter: number): Record<string, string>;
  failure(status: number, message: string | undefined, requestId: string): object;
  whole(conversation: Conversation, reply: Reply, requestId: string): object;
  frames(conversation: Conversation, reply: Reply, requestId: string): Frames;
}

/** A message's content: text, or parts of which the text counts. */
export const Content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .nullish()
  .transform((content) => {
    if (typeof content === "string") return content;
    return (content ?? []).map((part) => part.text ?? "").join("");
  });

export const Schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown() })).optional(),
});

export const bearerToken = (headers: IncomingHttpHeaders): string | undefined =>
  headers.authorization?.replace(/^Bearer\s+/i, "").trim();
