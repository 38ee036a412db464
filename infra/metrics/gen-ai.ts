import { Histogram } from "prom-client";
import { PROVIDER_FACTS } from "#shared/domain/provider.ts";
import { counted } from "./metrics.ts";

/**
 * OpenTelemetry's metric names for generative AI, in Prometheus' spelling. The convention is not
 * stable yet: all names are here and in the dashboards.
 */
const NAMES = {
  duration: "gen_ai_client_operation_duration_seconds",
  firstChunk: "gen_ai_client_operation_time_to_first_chunk_seconds",
  tokens: "gen_ai_client_token_usage",
} as const;
const MODEL = ["gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model"] as const;
/** OpenTelemetry's names of the vendors; other providers keep their own name. */
const VENDORS: Partial<Record<string, { vendor: string }>> = PROVIDER_FACTS;
const vendorOf = (provider: string): string => VENDORS[provider]?.vendor ?? provider;
const OPERATIONS: Record<string, string> = { voice: "text_to_speech", moderation: "moderation" };

const SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 300];
const TOKENS = [64, 256, 1024, 2048, 4096, 8192, 16_384, 65_536];
const registers = [counted];

const duration = new Histogram({
  name: NAMES.duration,
  help: "How long requests to models took",
  labelNames: [...MODEL, "error_type"],
  buckets: SECONDS,
  registers,
});
const firstChunk = new Histogram({
  name: NAMES.firstChunk,
  help: "How long models took to their first word",
  labelNames: MODEL,
  buckets: SECONDS,
  registers,
});
const tokens = new Histogram({
  name: NAMES.tokens,
  help: "Tokens that requests took, as the vendor counts them or as we estimate",
  labelNames: [...MODEL, "gen_ai_token_type"],
  buckets: TOKENS,
  registers,
});

/** One request to a model; times in milliseconds. */
export interface AskedModel {
  provider: string;
  model: string;
  /** Start time, as `performance.now()` returns it. */
  at: number;
  ms: number;
  /** Null if there was no response. */
  firstChunkMs: number | null;
  inputTokens: number;
  outputTokens: number;
}

export const tracedAsked = ({ provider, model, firstChunkMs, ...asked }: AskedModel) => {
  const operation = OPERATIONS[provider] ?? "chat";
  return {
    name: `${operation} ${model}`,
    kind: "client" as const,
    facts: {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": vendorOf(provider),
      "gen_ai.request.model": model,
      "gen_ai.usage.input_tokens": asked.inputTokens,
      "gen_ai.usage.output_tokens": asked.outputTokens,
      ...(firstChunkMs !== null && {
        "gen_ai.response.time_to_first_chunk": firstChunkMs / 1000,
      }),
    },
  };
};

/** Records the metrics of a request. `error`: error code of the attempt, if it failed. */
export const countAsked = (asked: AskedModel, error: string | undefined): void => {
  const labels = {
    gen_ai_operation_name: OPERATIONS[asked.provider] ?? "chat",
    gen_ai_provider_name: vendorOf(asked.provider),
    gen_ai_request_model: asked.model,
  };
  duration.observe({ ...labels, error_type: error ?? "" }, asked.ms / 1000);
  if (asked.firstChunkMs !== null) firstChunk.observe(labels, asked.firstChunkMs / 1000);
  const told = { input: asked.inputTokens, output: asked.outputTokens };
  for (const [type, count] of Object.entries(told))
    if (count > 0) tokens.observe({ ...labels, gen_ai_token_type: type }, count);
};
