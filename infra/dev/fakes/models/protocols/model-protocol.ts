import { z } from "zod";
import type { VendorProtocol } from "../../vendor-protocol.ts";

export interface Conversation {
  model: string;
  system: string;
  /** The joined text of all messages except the system prompt. */
  messages: string;
  stream: boolean;
  /** Whether a stream ends with token counts; OpenAI sends them only on request. */
  includeUsage: boolean;
  maxTokens: number | null;
  /** Names of the fields of the reply's JSON schema; null for free text. */
  schemaFields: string[] | null;
}

export interface ModelReply extends Pick<Conversation, "model" | "includeUsage"> {
  requestId: string;
  tokens: string[];
  /** Why the reply ended. `filtered` means that the vendor's content filter stopped it. */
  finish: "complete" | "length" | "refused" | "filtered";
  inputTokens: number;
}

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

export interface ModelProtocol extends VendorProtocol {
  /** Path of the completions. */
  path: string;
  /** Parses a request. Refuses what the vendor would refuse. */
  request: z.ZodType<Conversation>;
  /** Returns the body of a reply that is not streamed. */
  whole(reply: ModelReply): object;
  frames(reply: ModelReply): ReplyFrames;
}

/** The content of a message: a string, or parts whose texts are joined. */
export const MessageContent = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .nullish()
  .transform((content) =>
    typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join(""),
  );

/** A JSON schema for the reply. Becomes the names of its fields. */
export const ReplySchema = z
  .looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })
  .transform(({ properties }) => Object.keys(properties));
