import { z } from "zod";
import { BALLOT_STANCES } from "#shared/domain/debates/audience/swing.ts";

const BallotStanceName = z.enum(BALLOT_STANCES);

export const CastBallotRequest = z.strictObject({ stance: BallotStanceName });
export type CastBallotRequest = z.infer<typeof CastBallotRequest>;
export const CastBallotResponse = z.object({ stance: BallotStanceName });
export type CastBallotResponse = z.infer<typeof CastBallotResponse>;

/** `undecided` is a vote: neither side won. Without it, the request only shows the results. */
export const SkipVoteRequest = z.strictObject({ undecided: z.boolean().default(false) });
/** The request body, where fields with a default are optional. */
export type SkipVoteRequest = z.input<typeof SkipVoteRequest>;

const Count = z.int().min(0);
const StanceCounts = z.object({ for: Count, undecided: Count, against: Count });

const SwingResult = z.object({
  /** Number of viewers who voted before and after, and have seen enough turns. */
  pairs: Count,
  /**
   * Number of viewers by their stance before the debate, then by their stance after it. Null if
   * there are too few pairs.
   */
  table: z.object({ for: StanceCounts, undecided: StanceCounts, against: StanceCounts }).nullable(),
  /** How the viewers who were not asked before the debate voted after it. */
  notAsked: StanceCounts,
});
export type SwingResult = z.infer<typeof SwingResult>;

export const DebateSwing = z.object({
  ballot: z.object({
    /** Whether the viewer is asked before the debate. False for a random fifth of all viewers. */
    isAsked: z.boolean(),
    /** Whether turn 2 has not come into view yet. */
    isOpen: z.boolean(),
    /**
     * Whether the server stores which turns this viewer has seen. True if the viewer was there
     * before turn 2.
     */
    isTracked: z.boolean(),
    /** What the viewer chose before the debate. */
    mine: BallotStanceName.nullable(),
  }),
  /** Null until the viewer has voted. */
  result: SwingResult.nullable(),
});
export type DebateSwing = z.infer<typeof DebateSwing>;
