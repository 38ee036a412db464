import { Histogram } from "prom-client";
import { PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import { metricsRegistry } from "./registry.ts";

/**
 * OpenTelemetry's metric names for generative AI, in Prometheus' spelling. The convention is not
 * stable yet. The names occur only here and in the dashboards.
 */
const METRIC_NAMES = {
  duration: "gen_ai_client_operation_duration_seconds",
  firstChunk: "gen_ai_client_operation_time_to_first_chunk_seconds",
  tokens: "gen_ai_client_token_usage",
} as const;
const MODEL_LABELS = [
  "gen_ai_operation_name",
  "gen_ai_provider_name",
  "gen_ai_request_model",
] as const;
/** OpenTelemetry's names of the vendors. A provider without an entry keeps its own name. */
const VENDOR_BY_PROVIDER: Partial<Record<string, { vendor: string }>> = PROVIDER_DEFINITIONS;
const getVendorName = (provider: string): string =>
  VENDOR_BY_PROVIDER[provider]?.vendor ?? provider;
const OPERATION_BY_PROVIDER: Record<string, string> = {
  voice: "text_to_speech",
  moderation: "moderation",
};

const DURATION_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 300];
const TOKEN_BUCKETS = [64, 256, 1024, 2048, 4096, 8192, 16_384, 65_536];
const registers = [metricsRegistry];

const requestDuration = new Histogram({
  name: METRIC_NAMES.duration,
  help: "Duration of requests to models",
  labelNames: [...MODEL_LABELS, "error_type"],
  buckets: DURATION_BUCKETS_SECONDS,
  registers,
});
const timeToFirstChunk = new Histogram({
  name: METRIC_NAMES.firstChunk,
  help: "Time until the first chunk of a model's response",
  labelNames: MODEL_LABELS,
  buckets: DURATION_BUCKETS_SECONDS,
  registers,
});
const tokenUsage = new Histogram({
  name: METRIC_NAMES.tokens,
  help: "Tokens of requests, as reported by the vendor or estimated",
  labelNames: [...MODEL_LABELS, "gen_ai_token_type"],
  buckets: TOKEN_BUCKETS,
  registers,
});

/** One request to a model; times in milliseconds. */
export interface ModelRequest {
  provider: string;
  model: string;
  /** Start time, as `performance.now()` returns it. */
  startedAtMs: number;
  durationMs: number;
  /** Null if there was no response. */
  firstChunkMs: number | null;
  inputTokens: number;
  outputTokens: number;
}

export const buildModelRequestSpan = ({
  provider,
  model,
  firstChunkMs,
  ...asked
}: ModelRequest) => {
  const operation = OPERATION_BY_PROVIDER[provider] ?? "chat";
  return {
    name: `${operation} ${model}`,
    kind: "client" as const,
    facts: {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": getVendorName(provider),
      "gen_ai.request.model": model,
      "gen_ai.usage.input_tokens": asked.inputTokens,
      "gen_ai.usage.output_tokens": asked.outputTokens,
      ...(firstChunkMs !== null && {
        "gen_ai.response.time_to_first_chunk": firstChunkMs / 1000,
      }),
    },
  };
};

/** Records the metrics of a request. `error` is the error code of the attempt, if it failed. */
export const recordModelRequest = (request: ModelRequest, error: string | undefined): void => {
  const labels = {
    gen_ai_operation_name: OPERATION_BY_PROVIDER[request.provider] ?? "chat",
    gen_ai_provider_name: getVendorName(request.provider),
    gen_ai_request_model: request.model,
  };
  requestDuration.observe({ ...labels, error_type: error ?? "" }, request.durationMs / 1000);
  if (request.firstChunkMs !== null) timeToFirstChunk.observe(labels, request.firstChunkMs / 1000);
  const tokens = { input: request.inputTokens, output: request.outputTokens };
  for (const [type, count] of Object.entries(tokens))
    if (count > 0) tokenUsage.observe({ ...labels, gen_ai_token_type: type }, count);
};
