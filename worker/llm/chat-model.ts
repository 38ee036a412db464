import type { Meter, Tally } from "./meter.ts";

/** A JSON schema of the small part that every provider understands: no bounds, no patterns. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

/** What a model is asked. */
export interface ChatRequest {
  system: string;
  user: string;
  /** The most it may write, in tokens, its own reasoning included. */
  maxTokens: number;
  /** The reply has to be JSON of this shape; null for free text. */
  schema: ReplySchema | null;
  /** Counts what it takes. */
  meter?: Meter;
}

/** A reply as it is written; it ends with `cut` where the model had more to say than it may. */
export type ChatReply = AsyncGenerator<string, "cut" | void, void>;

/** A model of any provider. */
export interface ChatModel {
  /**
   * The iteration ends normally only when the model has said that it is done, or may say no more;
   * it throws a `ProviderError` in any other case, and the signal's reason when aborted.
   */
  stream(request: ChatRequest, signal: AbortSignal): ChatReply;
}

/** How a reply ended; null when the stream stopped without the model's word. */
export type Ending = "done" | "cut" | "refused" | null;

/**
 * A reply on a vendor's own wire: pieces of text, then how it ended; what it takes goes to the tally.
 * Throws the SDK's errors.
 */
export type VendorStream = (
  request: ChatRequest,
  signal: AbortSignal,
  tally: Tally,
) => AsyncGenerator<string, Ending, void>;
