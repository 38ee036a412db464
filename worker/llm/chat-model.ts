import type { ServerAdaptation } from "./server-adaptations.ts";
import type { AttemptMeter } from "./usage-meter.ts";

/** A JSON schema in the subset that every provider supports: no bounds, no patterns. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface ChatRequest {
  system: string;
  user: string;
  /** Maximum tokens of the reply, including the model's reasoning. */
  maxTokens: number;
  /** The JSON schema of the reply; null for free text. */
  schema: ReplySchema | null;
  meter?: AttemptMeter;
  /**
   * Whether the reply's text is yielded only at its end. Reasoning without an opening tag can be
   * removed only from a complete reply.
   */
  isReadAtEnd?: boolean;
}

/** A reply as it arrives. Returns `cut` if the model reached its token limit. */
export type ChatReply = AsyncGenerator<string, "cut" | void, void>;

export interface ChatModel {
  /**
   * Ends normally only if the model finished or reached its token limit. Throws a `ProviderError`
   * otherwise, and the signal's reason when aborted.
   */
  stream(request: ChatRequest, signal: AbortSignal): ChatReply;
}

/** A model on a server, and what this process had to change in requests to that server. */
export interface ServerModel extends ChatModel {
  adaptations(): readonly ServerAdaptation[];
}

/** How a reply ended; null if the stream stopped without a finish reason. */
export type FinishReason = "done" | "cut" | "refused" | null;
