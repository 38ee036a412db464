/** The part of a JSON schema that selects the reply. */
interface JsonSchema {
  properties?: Record<string, { type?: unknown }> | undefined;
}

export interface Conversation {
  model: string;
  system: string;
  /** All messages except the system prompt, in order. */
  messages: string;
  stream: boolean;
  /** Whether a stream ends with token counts; OpenAI sends them only on request. */
  includeUsage: boolean;
  maxTokens: number | null;
  /** The reply must match this JSON schema. */
  schema: JsonSchema | null;
  /** The reply is a call of this tool. */
  tool: string | null;
}

/** Why a reply ended; `filtered`: by the vendor's content filter. */
export type ReplyFinish = "complete" | "length" | "refused" | "filtered";

export interface ModelReply {
  tokens: string[];
  finish: ReplyFinish;
  inputTokens: number;
}
