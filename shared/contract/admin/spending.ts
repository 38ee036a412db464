import { z } from "zod";
import { BLIND_SERVICE, PAID_SERVICES } from "#shared/domain/billing/spending.ts";
import type { JobName } from "../jobs.ts";
import { queryNumber } from "../list-query.ts";
import { Id } from "../primitives.ts";

export const PAID_JOBS = [
  "generate-turn",
  "judge-turn",
  "judge-debate",
  "moderate",
  "synthesize-speech",
  "check-model",
  "repeat-verdict",
  "judge-in-panel",
  "audit-judge",
] as const satisfies readonly JobName[];
export type PaidJob = (typeof PAID_JOBS)[number];

const Count = z.int().min(0);
const USAGE_FIELDS = {
  requests: Count,
  inputTokens: Count,
  outputTokens: Count,
  characters: Count,
  /** In millionths of a dollar. */
  price: Count,
  /** Whether some values are estimates, because the vendor did not report them. */
  isEstimated: z.boolean(),
};

/** `GET /api/admin/spending`: number of days, including today. */
export const SpendingQuery = z.strictObject({ days: queryNumber(1, 90, 30) });
export type SpendingQuery = z.infer<typeof SpendingQuery>;

export const SpendingOverview = z.object({
  /** All days in UTC, ending with today. */
  days: z.array(z.iso.date()),
  /** Usage by day, provider and job; rows without usage are omitted. */
  parts: z.array(
    z.object({
      day: z.iso.date(),
      provider: z.enum([...PAID_SERVICES, BLIND_SERVICE]),
      kind: z.enum(PAID_JOBS),
      ...USAGE_FIELDS,
    }),
  ),
  /** Users whose debates cost the most, in descending order. Deleted users have no name. */
  users: z.array(z.object({ id: Id.nullable(), username: z.string().nullable(), ...USAGE_FIELDS })),
  /** In dollars; null for no limit. */
  limits: z.object({ perDay: z.number().nullable(), perUserAndDay: z.number().nullable() }),
});
export type SpendingOverview = z.infer<typeof SpendingOverview>;
