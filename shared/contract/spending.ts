import { z } from "zod";
import { PAID } from "../domain/spending.ts";
import type { JobName } from "./jobs.ts";
import { QueryNumber } from "./list-query.ts";
import { Id } from "./primitives.ts";

/** The kinds of work that are paid. */
export const PAID_KINDS = [
  "generate-turn",
  "judge-turn",
  "judge-debate",
  "moderate",
  "synthesize-speech",
] as const satisfies readonly JobName[];
export type PaidKind = (typeof PAID_KINDS)[number];

const Count = z.int().min(0);
const Taken = {
  requests: Count,
  inputTokens: Count,
  outputTokens: Count,
  /** Spoken. */
  characters: Count,
  /** Millionths of a dollar. */
  price: Count,
  /** Part of it was not told by its vendor. */
  isEstimated: z.boolean(),
};

/** `GET /api/admin/spending`: so many days, with today. */
export const SpendingQuery = z.strictObject({ days: QueryNumber(1, 90, 30) });
export type SpendingQuery = z.infer<typeof SpendingQuery>;

export const Spending = z.object({
  /** All of them, in UTC, today the last. */
  days: z.array(z.iso.date()),
  /** What each provider took for each kind of work on each day; only where it took any. */
  parts: z.array(
    z.object({ day: z.iso.date(), provider: z.enum(PAID), kind: z.enum(PAID_KINDS), ...Taken }),
  ),
  /** Those whose debates took the most, dearest first; without a name those who are gone. */
  users: z.array(z.object({ id: Id.nullable(), username: z.string().nullable(), ...Taken })),
  /** In dollars; null: none. */
  limits: z.object({ perDay: z.number().nullable(), perUserAndDay: z.number().nullable() }),
});
export type Spending = z.infer<typeof Spending>;
