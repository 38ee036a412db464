import { z } from "zod";
import { MARGINS } from "#shared/domain/debates/judging/decision.ts";
import { RoleName } from "./primitives.ts";

/** The winner that the judge named when it was asked twice. */
export const VerdictDecision = z.object({
  winner: z.union([RoleName, z.literal("draw")]),
  /** 1 is narrow, 2 is clear, 3 is decisive. Null for a draw. */
  margin: z.literal(MARGINS).nullable(),
  /** Whether the two answers named different winners. The decision is then a draw. */
  wavered: z.boolean(),
  /** SHA-256 of the charter: the rules of judging. */
  charter: z.string(),
});
