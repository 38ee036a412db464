import { z } from "zod";
import { Debate } from "./debate.ts";
import { Id } from "./primitives.ts";

/** So many digits, which are always a whole number. */
const LATEST = 999_999_999_999_999;

/**
 * The query of `GET /api/debates/:id/live.mp3`: from where on the air, else from now, and whether the words
 * are read as they are heard, so that Auto-Play waits for the voice.
 */
export const ListenQuery = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,15}$/, "at must be milliseconds since 1970")
    .transform(Number)
    .pipe(z.int().min(0).max(LATEST))
    .optional(),
  show: z.literal("on").optional(),
});

/** Milliseconds since 1970, by the server's clock. */
const OnAir = z.number();

/** `GET /api/debates/:id/live`: what is on the air of a debate, and when. */
export const LiveSpeech = z.object({
  debateId: Id,
  now: OnAir,
  /** What follows the last sentence: more, a pause, the end, or what only members hear. */
  outlook: z.enum(["more", "pause", "end", "gate"]),
  listeners: z.int(),
  turns: z.array(
    z.object({
      turnId: Id,
      turnNumber: z.int(),
      attempt: z.int(),
      sentences: z.array(z.object({ startsAt: OnAir, endsAt: OnAir })),
    }),
  ),
});
export type LiveSpeech = z.infer<typeof LiveSpeech>;

/** A live debate: `GET /api/debates/spoken`. One that is completed is on air again. */
export const SpokenDebate = z.object({
  debate: Debate,
  /** The turn that is heard now, else the newest one. */
  turnNumber: z.int(),
  watchers: z.int(),
  listeners: z.int(),
});
export type SpokenDebate = z.infer<typeof SpokenDebate>;
