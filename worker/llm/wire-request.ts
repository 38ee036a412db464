import { estimateTokens } from "#shared/domain/billing/spending.ts";
import type { ChatRequest, ReplySchema } from "./chat-model.ts";
import type { AdaptationSet } from "./server-adaptations.ts";

/** A request as it is sent to one server. */
export interface WireRequest {
  /** Null if the system text is part of `user`. */
  system: string | null;
  user: string;
  maxTokens: number;
  tokenLimitField: "max_completion_tokens" | "max_tokens";
  schema: ReplySchema | null;
  isStreamed: boolean;
  /** Whether the server is asked to report token counts with a streamed reply. */
  reportsUsage: boolean;
}

/**
 * Minimum tokens for a reply. The input's size is only an estimate, so some room may be left even
 * if the estimate fills the context.
 */
const MIN_ESTIMATED_ROOM = 256;

/**
 * Returns a high estimate, because chat templates add tokens and some languages need more of them.
 */
export const estimateInputTokens = ({ system, user }: Pick<WireRequest, "system" | "user">) =>
  Math.ceil(estimateTokens((system ?? "").length + user.length) * 1.25) + 32;

/** Builds the request that a server with these adaptations accepts. */
export const buildWireRequest = (
  { system, user, maxTokens, schema }: ChatRequest,
  adaptations: AdaptationSet,
): WireRequest => {
  const context = adaptations.get("context_limit")?.limit ?? Infinity;
  const room = Math.max(context - estimateInputTokens({ system, user }), MIN_ESTIMATED_ROOM);
  const wanted = Math.max(maxTokens, adaptations.get("larger_output")?.limit ?? 0);
  const isMerged = adaptations.has("system_in_user_message");
  return {
    system: isMerged ? null : system,
    user: isMerged ? `${system}\n\n${user}` : user,
    maxTokens: Math.min(wanted, adaptations.get("output_limit")?.limit ?? Infinity, room),
    tokenLimitField: adaptations.has("max_tokens_field") ? "max_tokens" : "max_completion_tokens",
    schema: adaptations.has("no_schema") ? null : schema,
    isStreamed: !adaptations.has("no_streaming"),
    reportsUsage: !adaptations.has("no_stream_options"),
  };
};

/** Enough for the reasoning of most models before a reply of a few hundred words. */
const MIN_RAISED_TOKENS = 16_000;

/** Returns the token limit of the next try, after a reply that reached its limit too early. */
export const raiseTokenLimit = (maxTokens: number): number =>
  Math.max(maxTokens * 2, MIN_RAISED_TOKENS);
