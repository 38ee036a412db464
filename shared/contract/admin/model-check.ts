import { z } from "zod";
import { PAID_SERVICES } from "../../domain/billing/spending.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { Instant } from "../primitives.ts";

/** Ways in which requests to a model server are changed after the server refused the usual form. */
export const ADAPTATION_KINDS = [
  "no_streaming",
  "no_schema",
  "system_in_user_message",
  "max_tokens_field",
  "no_stream_options",
  "output_limit",
  "context_limit",
  "larger_output",
  "text_after_reasoning",
] as const;
const AdaptationKindName = z.enum(ADAPTATION_KINDS);

/** What one worker process has changed in its requests since it started. */
export const WorkerAdaptation = z.object({
  provider: z.enum(PROVIDERS),
  kind: AdaptationKindName,
  /** The server's refusal, without API keys and texts of users. */
  reason: z.string(),
  at: Instant,
});
export type WorkerAdaptation = z.infer<typeof WorkerAdaptation>;

/** What a check of a model, a speech service or a moderation service tries out. */
export const MODEL_CHECKS = [
  "answer",
  "streaming",
  "finish_reason",
  "token_limit",
  "system_role",
  "json_schema",
  "usage",
  "speech_format",
  "moderation_scores",
] as const;
export type ModelCheckName = (typeof MODEL_CHECKS)[number];

export const MODEL_CHECK_LABELS: Record<ModelCheckName, string> = {
  answer: "Answer",
  streaming: "Streaming",
  finish_reason: "Finish reason",
  token_limit: "Token limit",
  system_role: "System role",
  json_schema: "JSON schema",
  usage: "Usage",
  speech_format: "Speech format",
  moderation_scores: "Scores",
};

/**
 * Results of a check, from best to worst. `works`: the service works as its vendor documents it.
 * `adapted`: the service works with a changed request, which the product sends from then on.
 * `limited`: the checked feature does not work, but debates do. `failed`: debates do not work.
 */
export const MODEL_CHECK_STATUSES = ["works", "adapted", "limited", "failed"] as const;

export const ModelCheckResult = z.object({
  check: z.enum(MODEL_CHECKS),
  status: z.enum(MODEL_CHECK_STATUSES),
  /** A sentence for the operator; empty if there is nothing to say. */
  note: z.string(),
});
export type ModelCheckResult = z.infer<typeof ModelCheckResult>;

export const CheckedService = z.object({
  service: z.enum(PAID_SERVICES),
  label: z.string(),
  model: z.string(),
  /** Base URL without query. Null for the vendor's own server. */
  address: z.string().nullable(),
  isUsable: z.boolean(),
  results: z.array(ModelCheckResult),
  /** What the product had to change in its requests, with the server's reason. */
  adaptations: z.array(z.object({ kind: AdaptationKindName, reason: z.string() })),
  /** Price of the check, in millionths of a dollar. */
  price: z.int().min(0),
  isPriceEstimated: z.boolean(),
});
export type CheckedService = z.infer<typeof CheckedService>;

/** The last check of one service. */
const ServiceCheck = z.object({
  service: z.enum(PAID_SERVICES),
  /** `waiting_for_budget` means that a daily spending limit is reached. */
  state: z.enum(["waiting", "waiting_for_budget", "running", "complete", "failed"]),
  /** Null until the check is complete, and for a service that is not configured. */
  report: CheckedService.nullable(),
});
export type ServiceCheck = z.infer<typeof ServiceCheck>;

/** `GET /api/superadmin/model-check`: the last check; null if there was none. */
export const ModelCheck = z
  .object({
    startedAt: Instant,
    /** Null if the user was deleted. */
    startedBy: z.string().nullable(),
    services: z.array(ServiceCheck),
  })
  .nullable();
export type ModelCheck = z.infer<typeof ModelCheck>;
