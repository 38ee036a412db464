/** The part of a JSON schema that decides how the fake replies. */
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
  /** JSON schema of the reply; null for free text. */
  schema: JsonSchema | null;
  /** Name of the tool that the reply must call; null if none. */
  tool: string | null;
}

/** Why a reply ended. `filtered` means that the vendor's content filter stopped it. */
export type ReplyFinish = "complete" | "length" | "refused" | "filtered";

export interface ModelReply {
  tokens: string[];
  finish: ReplyFinish;
  inputTokens: number;
}
