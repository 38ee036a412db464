import { z } from "zod";
import { JudgeFigures } from "./judging.ts";
import { FormatName, Id, Instant, LanguageTagName, ProviderName } from "./primitives.ts";

const interval = { low: z.number(), high: z.number() };

/**
 * `count` of `total` cases, with the limits of the share's 95 % interval as numbers from 0 to 1.
 */
export const CountedShare = z.object({
  /** May end in .5, because a tie is half a win for each side. */
  count: z.number(),
  total: z.int(),
  ...interval,
});
export type CountedShare = z.infer<typeof CountedShare>;

const RankedModel = z.object({ provider: ProviderName, model: z.string() });

const UnrankedReasonName = z.enum(["few_debates", "not_connected", "not_identified"]);

export const ModelRating = RankedModel.extend({
  rating: z.number(),
  ...interval,
  rank: z.int(),
  isProvisional: z.boolean(),
  debates: z.int(),
  votes: z.int(),
  /** Debates that the majority of the votes decided for the model. A tie counts as half a win. */
  wins: z.number(),
  /** Null if the price of a debate is unknown, or without a win. */
  dollarsPerWin: z.number().nullable(),
});
export type ModelRating = z.infer<typeof ModelRating>;

const Term = z.object({ points: z.number(), ...interval });

export const ModelRanking = z.object({
  /** The best first. */
  ratings: z.array(ModelRating),
  unranked: z.array(RankedModel.extend({ reason: UnrankedReasonName, debates: z.int() })),
  debates: z.int(),
  votes: z.int(),
  /** Points that arguing For adds, and points for speaking twice as long. */
  side: Term.nullable(),
  doubleLength: Term.nullable(),
  /** How many debates to remove to change the first place, and who would be first then. */
  removal: RankedModel.extend({ debates: z.int() }).nullable(),
});
export type ModelRanking = z.infer<typeof ModelRanking>;

export const Leaderboard = z.object({
  /** Null before the first computation. */
  computedAt: Instant.nullable(),
  models: ModelRanking,
  /** Ranking of demo mode, where fakes replay written debates under the names of models. */
  demo: ModelRanking,
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** Fields with a default value are missing in snapshots of earlier versions. */
export const VerdictRecord = z.object({
  /** Whether speeches or verdicts come from demo mode, where no model writes them. */
  isDemo: z.boolean(),
  /** Verdicts under the rules of judging that were in force when the job ran. */
  verdicts: z.int(),
  /** Verdicts for the side For, among those with a winner. */
  forWins: CountedShare.nullable(),
  draws: z.int(),
  /**
   * Verdicts whose two answers differed. The judge is asked twice, with the sides exchanged.
   */
  wavered: CountedShare.nullable(),
  /**
   * Verdicts that name the same winner as the audience, among debates in which judge and audience
   * each have a winner.
   */
  audienceAgreement: CountedShare.nullable(),
  /**
   * The agreement expected by chance, from 0 to 1: that of two random deciders who choose each side
   * as often as verdict and audience did.
   */
  chanceAgreement: z.number().nullable().default(null),
  /** Median number of votes of the debates in `audienceAgreement`. */
  medianVotes: z.number().nullable().default(null),
  /** Verdicts whose winner is not the side with the higher mean score. Draws do not count. */
  againstScores: CountedShare.nullable().default(null),
});
export type VerdictRecord = z.infer<typeof VerdictRecord>;

export const JudgeRecord = VerdictRecord.extend({
  provider: ProviderName,
  model: z.string().nullable(),
});
export type JudgeRecord = z.infer<typeof JudgeRecord>;

const sideWins = {
  /** Debates that the audience decided for the side For. A tie counts as half. */
  audience: CountedShare.nullable(),
  /** Verdicts for the side For, among those with a winner. */
  judges: CountedShare.nullable(),
};

export const FormatRecord = z.object({ format: FormatName, debates: z.int(), ...sideWins });

/**
 * The topic is read from its newest debate at each request, so that a hidden topic disappears at
 * once.
 */
const TopicFigures = z.object({ debateId: Id, debates: z.int(), ...sideWins });

export const TopicRecord = TopicFigures.extend({ topic: z.string(), language: LanguageTagName });
export type TopicRecord = z.infer<typeof TopicRecord>;

/**
 * Debates under the present rules of judging whose judge or panel gave no usable answers. No other
 * number includes them. Missing in snapshots of earlier versions.
 */
const DebatesWithoutVerdict = z.int().min(0).optional();

/** What the job stores. */
export const LeaderboardSnapshot = z.object({
  models: ModelRanking,
  demo: ModelRanking,
  judges: z.array(JudgeRecord),
  /** Records of panels (several judges vote): at most one for real debates and one for demo mode. */
  panels: z.array(VerdictRecord).default([]),
  withoutVerdict: DebatesWithoutVerdict,
  formats: z.array(FormatRecord),
  topics: z.array(TopicFigures),
});
export type LeaderboardSnapshot = z.infer<typeof LeaderboardSnapshot>;

export const JudgeReport = z.object({
  /** Null before the first computation. */
  computedAt: Instant.nullable(),
  judges: z.array(JudgeRecord),
  panels: z.array(VerdictRecord),
  withoutVerdict: DebatesWithoutVerdict,
  formats: z.array(FormatRecord),
  topics: z.array(TopicRecord),
  /** The present rules of judging, and verdicts under them. Read at each request. */
  figures: JudgeFigures,
});
export type JudgeReport = z.infer<typeof JudgeReport>;
