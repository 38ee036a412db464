/** The part of a JSON schema that decides which reply is wanted. */
interface JsonSchema {
  properties?: Record<string, { type?: unknown }> | undefined;
}

/** What a caller asks of a model, whichever API it speaks. */
export interface Conversation {
  model: string;
  system: string;
  /** Everything that is not the system prompt, in order. */
  messages: string;
  stream: boolean;
  /** A stream ends with its token counts only when asked to (OpenAI). */
  includeUsage: boolean;
  maxTokens: number | null;
  /** The reply must be JSON of this shape. */
  schema: JsonSchema | null;
  /** The reply comes as a call of this tool. */
  tool: string | null;
}

/** How a model's reply ended. `filtered`: cut off by the vendor's content filter. */
export type Finish = "complete" | "length" | "refused" | "filtered";

/** A reply as a model gives it: pieces of text and a reason to stop. */
export interface Reply {
  tokens: string[];
  finish: Finish;
  inputTokens: number;
}
