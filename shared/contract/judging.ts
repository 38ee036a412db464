import { z } from "zod";
import { MARGINS } from "#shared/domain/debates/judging/decision.ts";
import { Instant, ProviderName, RoleName, SpeakerName } from "./primitives.ts";

/** The winner that follows from the judge's two answers, one with each side as speaker A. */
export const VerdictDecision = z.object({
  winner: z.union([RoleName, z.literal("draw")]),
  /** 1 is narrow, 2 is clear, 3 is decisive. Null for a draw. */
  margin: z.literal(MARGINS).nullable(),
  /** Whether the two answers differed. The decision is then a draw. */
  wavered: z.boolean(),
  /** SHA-256 of the charter: the rules of judging. */
  charter: z.string(),
});

/** What one judge of a panel said. */
export const JudgeVote = z.object({
  judge: SpeakerName,
  /** Null if the judge did not answer both questions. */
  vote: VerdictDecision.omit({ charter: true }).nullable(),
});

const Count = z.int().min(0);

/** How many wins a bait gained, with Wilson's 95% interval. */
export const BaitFigures = z.object({
  bait: z.string(),
  trials: Count,
  gained: Count,
  low: z.number(),
  high: z.number(),
});

/**
 * The last bias test of a judge. The test adds baits to speeches: changes that should not win a
 * debate, such as more length.
 */
const BaitRun = z.object({
  judge: ProviderName,
  model: z.string(),
  ranAt: Instant,
  /** Number of all tests of this judge under the present rules of judging. */
  runs: z.int().min(1),
  /**
   * Number of verdicts that failed, because the judge gave no usable answer. Null for tests that an
   * earlier version ran.
   */
  failures: Count.nullable(),
  rows: z.array(BaitFigures),
});
export type BaitRun = z.infer<typeof BaitRun>;

const HashInput = z.string().regex(/^[0-9a-f]{64}$/);
const CharterHash = HashInput.meta({
  example: "03d628b4169e5ec5183c46ece616fe7344cfbaf6e7e5d84a13e1c0a9b8ab8e5b",
});

/**
 * A period under one charter, the rules of judging. A return to an earlier charter is a new season.
 */
const Season = z.object({
  number: z.int().min(1),
  /** SHA-256 of the text of the rules. */
  hash: CharterHash,
  since: Instant,
  /** Start of the next season; null for the present one. */
  until: Instant.nullable(),
});
export type Season = z.infer<typeof Season>;

export const JudgeRulesQuery = z.strictObject({ hash: HashInput });

/** Rules of judging that are or were in force. */
export const JudgeRules = z.object({
  hash: CharterHash,
  text: z.string(),
  /**
   * The seasons (periods) in which these rules were in force, newest first. Empty if the rules
   * never started a season.
   */
  seasons: z.array(Season),
});
export type JudgeRules = z.infer<typeof JudgeRules>;

const SelfAgreement = z.object({
  pairs: Count,
  agreed: Count,
  /**
   * Cohen's kappa (agreement beyond chance). Null if it cannot be computed: for fewer than
   * `MIN_KAPPA_PAIRS` pairs, or if all decisions are the same.
   */
  kappa: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
});
export type SelfAgreement = z.infer<typeof SelfAgreement>;

/** How the judge has decided under its present charter. */
export const JudgeFigures = z.object({
  /** Null before the first start of a worker. Seasons are numbered from 1. */
  charter: z
    .object({ hash: CharterHash, text: z.string(), season: z.int().min(1), since: Instant })
    .nullable(),
  /** The newest seasons, at most `MAX_SHOWN_SEASONS`, newest first. */
  seasons: z.array(Season),
  verdicts: z.object({
    total: Count,
    botA: Count,
    botB: Count,
    /**
     * Includes the verdicts in `wavered`: the judge's two answers differed, or the judges of a
     * panel disagreed.
     */
    draw: Count,
    wavered: Count,
    /**
     * Verdicts of judges that decided alone and gave two different answers. A judge is asked twice:
     * For is speaker A in the first question and speaker B in the second. `labelA` counts those
     * that chose A twice, `labelB` those that chose B twice, and `oneDraw` those with one draw.
     */
    waveredAnswers: z.object({ labelA: Count, labelB: Count, oneDraw: Count }),
  }),
  /**
   * How often judges repeated their decision when they judged a debate again: all judges together,
   * and each one.
   */
  selfAgreement: SelfAgreement.extend({
    /** Second judgings without usable answers. No other number includes them. */
    failed: Count,
    judges: z.array(SelfAgreement.extend({ judge: ProviderName })),
  }),
  /**
   * Appeals against verdicts under the present rules. Those neither upheld nor rejected are open.
   */
  appeals: z.object({ total: Count, upheld: Count, rejected: Count }),
  /** The last test for bias of each judge that was tested under the present rules. */
  baitRuns: z.array(BaitRun),
});
export type JudgeFigures = z.infer<typeof JudgeFigures>;
