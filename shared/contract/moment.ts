import { z } from "zod";
import { SpokenSentence } from "./audio.ts";
import { Id, RoleName, TurnTypeName } from "./primitives.ts";

/** Longer than any moment is written. */
const LONGEST = 40;

/** The query of all that is made of a moment; whatever names none is told so. */
export const MomentQuery = z.strictObject({
  moment: z
    .string()
    .max(LONGEST, "That names no moment.")
    .meta({ examples: ["3.2-3.4"] }),
});

/**
 * `GET /api/debates/:id/moment?moment=3.2-3.4`: what is said in a moment, turn by turn, and when in
 * each recording; where a turn is not recorded, `version` is 0 and the times are estimates.
 */
export const MomentView = z.object({
  debateId: Id,
  /** Why there is none, in a sentence for people; the passages are empty then. */
  problem: z.string().nullable(),
  /** Its words, or as many as a title holds. */
  quote: z.string(),
  passages: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int().min(1),
      role: RoleName,
      type: TurnTypeName,
      version: z.int().min(0),
      /** The number of the first sentence in its turn, from 1. */
      first: z.int().min(1),
      sentences: z.array(SpokenSentence),
    }),
  ),
  /** How long it is heard, with what is silent between two turns. */
  durationMs: z.int().min(0),
});
export type MomentView = z.infer<typeof MomentView>;
