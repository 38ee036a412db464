import { z } from "zod";
import { Debate } from "./debate.ts";
import { Id } from "../primitives.ts";

/** The largest number of 15 digits, which is still a safe integer. */
const MAX_TIMESTAMP_MS = 999_999_999_999_999;

/**
 * The query of `GET /api/debates/:id/live.mp3`. `at` is the position to start at, in milliseconds
 * since 1970; the default is now. `show` is ignored: pages of the previous version send it.
 */
export const ListenQuery = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,15}$/, "at must be milliseconds since 1970")
    .transform(Number)
    .pipe(z.int().min(0).max(MAX_TIMESTAMP_MS))
    .optional(),
  show: z.literal("on").optional(),
});

/** Milliseconds since 1970, by the server's clock. */
const TimestampMs = z.number();

/** `GET /api/debates/:id/live`: when each sentence of a live debate is spoken. */
export const LiveScheduleView = z.object({
  debateId: Id,
  now: TimestampMs,
  /**
   * What follows the last sentence: `more` sentences, a `pause`, the `end`, or turns that only
   * members may hear (`gate`).
   */
  outlook: z.enum(["more", "pause", "end", "gate"]),
  listeners: z.int(),
  /**
   * Number of the turn that pages show as being spoken; null if none is. Servers of the previous
   * version do not send it.
   */
  spokenTurn: z.int().nullable().optional(),
  turns: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int(),
      attempt: z.int(),
      sentences: z.array(z.object({ startsAt: TimestampMs, endsAt: TimestampMs })),
    }),
  ),
});
export type LiveScheduleView = z.infer<typeof LiveScheduleView>;

/**
 * `GET /api/debates/spoken`: a live debate. Completed debates are included while their audio still
 * plays.
 */
export const SpokenDebate = z.object({
  debate: Debate,
  /** The turn that is heard now, or the newest one. */
  turnNumber: z.int(),
  watchers: z.int(),
  listeners: z.int(),
});
export type SpokenDebate = z.infer<typeof SpokenDebate>;
