import { z } from "zod";
import { MAX_SCORE, MIN_SCORE } from "#shared/domain/debates/judging/score.ts";
import { Id, RoleName, SpeakerName, TurnStatusName, TurnTypeName } from "../primitives.ts";

export const TURN_ERROR_CODES = [
  "rate_limited",
  "overloaded",
  "unreachable",
  "interrupted",
  "refused",
  "rejected",
  "misconfigured",
  "too_long",
] as const;
export type TurnErrorCode = (typeof TURN_ERROR_CODES)[number];

export const TurnError = z.object({ code: z.enum(TURN_ERROR_CODES), message: z.string() });
export type TurnError = z.infer<typeof TurnError>;

export const AUDIO_STATUSES = ["none", "pending", "ready", "failed"] as const;

export const TurnAudio = z.object({
  status: z.enum(AUDIO_STATUSES),
  durationMs: z.int().nullable(),
  version: z.int(),
});
export type TurnAudio = z.infer<typeof TurnAudio>;

/**
 * The judgement of a turn. All fields are null for visitors and until the turn is judged. Fields of
 * the last turns are also null while they are hidden from the viewer, see `Debate.seal`.
 */
export const Judgement = z.object({
  score: z.int().min(MIN_SCORE).max(MAX_SCORE).nullable(),
  /**
   * The judge's one sentence, at most 15 words. Null if the turn was judged before rulings existed.
   */
  ruling: z.string().nullable(),
  feedback: z.string().nullable(),
  judge: SpeakerName.nullable(),
  /**
   * The exact model of the judge. Null if it is unknown, as for turns from before models were
   * stored.
   */
  judgeModel: z.string().nullable(),
  /** Passages that occur exactly in the turn's content. */
  quotes: z.array(z.string()).nullable(),
});
export type Judgement = z.infer<typeof Judgement>;

export const Turn = z.object({
  id: Id,
  debateId: Id,
  turnNumber: z.int().min(1),
  role: RoleName,
  type: TurnTypeName,
  status: TurnStatusName,
  /**
   * Number of the current attempt to write this turn. It increases with each attempt; text of an
   * earlier attempt is void.
   */
  attempt: z.int().min(0),
  /** The whole speech, or the text so far. */
  content: z.string(),
  error: TurnError.nullable(),
  /**
   * Whether the moderation flagged the turn. Then only admins can see its text, recording and
   * judgement.
   */
  isHidden: z.boolean(),
  /**
   * The exact model that wrote the speech, "simulated" in demo mode. Null until the turn is
   * complete, and if the model is unknown, as for turns from before models were stored.
   */
  model: z.string().nullable(),
  audio: TurnAudio,
  ...Judgement.shape,
});
export type Turn = z.infer<typeof Turn>;
