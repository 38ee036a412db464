import { z } from "zod";
import { SpokenSentence } from "./audio.ts";
import { Id, RoleName, TurnTypeName } from "../primitives.ts";

const MAX_CLIP_CHARACTERS = 40;

/**
 * The query of all endpoints for clips. Any short text is valid here, because the endpoints
 * themselves explain what is wrong with a clip.
 */
export const ClipQuery = z.strictObject({
  moment: z
    .string()
    .max(MAX_CLIP_CHARACTERS, "Invalid moment")
    .meta({ examples: ["3.2-3.4"] }),
});

/** With `save=on`, the file begins with the announcement that the voices are synthetic. */
export const ClipAudioQuery = ClipQuery.extend({ save: z.enum(["on"]).optional() });

/**
 * `GET /api/debates/:id/moment?moment=3.2-3.4`: the sentences of a clip by turn, with their times
 * in each recording. Without a recording, `version` is 0 and the times are estimates.
 */
export const ClipView = z.object({
  debateId: Id,
  /** Message for the user if the clip is not available. `passages` is empty in that case. */
  problem: z.string().nullable(),
  /** The text of the clip, truncated to fit a title. */
  quote: z.string(),
  passages: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int().min(1),
      role: RoleName,
      type: TurnTypeName,
      /** The exact model that wrote the turn. Null if it is unknown. */
      model: z.string().nullable(),
      version: z.int().min(0),
      /** Number of the passage's first sentence in its turn, from 1. */
      first: z.int().min(1),
      sentences: z.array(SpokenSentence),
    }),
  ),
  /** Duration including the silence between turns. */
  durationMs: z.int().min(0),
});
export type ClipView = z.infer<typeof ClipView>;
