import { z } from "zod";
import { Id } from "../primitives.ts";

/** Larger than the number of sentences of any turn. */
const MAX_SENTENCE = 9999;

/** Reacts to a sentence with "Good point". `sentence` is its index in the turn. */
export const AddReactionRequest = z.strictObject({ sentence: z.int().min(0).max(MAX_SENTENCE) });
export type AddReactionRequest = z.infer<typeof AddReactionRequest>;

const SentenceCount = z.object({ sentence: z.int().min(0), count: z.int().min(1) });
export type SentenceCount = z.infer<typeof SentenceCount>;

/** How often each sentence of a turn got a reaction. Sentences without a reaction are left out. */
export const TurnReactions = z.object({
  turnId: Id,
  /** The attempt at the turn that wrote these sentences. */
  attempt: z.int().min(0),
  sentences: z.array(SentenceCount),
});
export type TurnReactions = z.infer<typeof TurnReactions>;

export const OwnReaction = z.object({
  turnId: Id,
  attempt: z.int().min(0),
  sentence: z.int().min(0),
});
export type OwnReaction = z.infer<typeof OwnReaction>;

/** The reactions to a debate's sentences. */
export const SentenceReactions = z.object({
  /** Turns without a reaction are left out. */
  turns: z.array(TurnReactions),
  /** The viewer's own reactions. */
  mine: z.array(OwnReaction),
});
export type SentenceReactions = z.infer<typeof SentenceReactions>;
