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

/** The last run of the bait set, which tests a judge for bias, on one judge. */
const BaitRun = z.object({
  judge: ProviderName,
  model: z.string(),
  ranAt: Instant,
  /** Number of all runs on this judge under the present charter. */
  runs: z.int().min(1),
  /** Number of verdicts without usable answers; null if an earlier version ran it. */
  failures: Count.nullable(),
  rows: z.array(BaitFigures),
});
export type BaitRun = z.infer<typeof BaitRun>;

const HashInput = z.string().regex(/^[0-9a-f]{64}$/);
const CharterHash = HashInput.meta({
  example: "03d628b4169e5ec5183c46ece616fe7344cfbaf6e7e5d84a13e1c0a9b8ab8e5b",
});

/** A period in which one charter is in force. A return to an earlier charter is a new season. */
const Season = z.object({
  number: z.int().min(1),
  /** SHA-256 of the charter's text. */
  hash: CharterHash,
  since: Instant,
  /** The start of the next season; null for the present one. */
  until: Instant.nullable(),
});
export type Season = z.infer<typeof Season>;

export const JudgeRulesQuery = z.strictObject({ hash: HashInput });

/** A charter that is or was in force. */
export const JudgeRules = z.object({
  hash: CharterHash,
  text: z.string(),
  /** Newest first. Empty for a charter that has verdicts but no season. */
  seasons: z.array(Season),
});
export type JudgeRules = z.infer<typeof JudgeRules>;

const SelfAgreement = z.object({
  pairs: Count,
  agreed: Count,
  /** Null below `MIN_KAPPA_PAIRS` pairs, or if it is undefined. */
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
    /** Includes `wavered`: verdicts whose two answers differed. */
    draw: Count,
    wavered: Count,
    /**
     * How single judges wavered: both answers named the speaker with the label A, or both the one
     * with the label B, or exactly one of them was a draw.
     */
    waveredAnswers: z.object({ labelA: Count, labelB: Count, oneDraw: Count }),
  }),
  /**
   * How often judges decided the same way when they judged a debate again, for all of them and for
   * each one.
   */
  selfAgreement: SelfAgreement.extend({
    /** Repeats without usable answers. They are in no other number. */
    failed: Count,
    judges: z.array(SelfAgreement.extend({ judge: ProviderName })),
  }),
  /** Appeals against verdicts under the present charter. The others are still open. */
  appeals: z.object({ total: Count, upheld: Count, rejected: Count }),
  /** One run for each judge that was tested under the present charter. */
  baitRuns: z.array(BaitRun),
});
export type JudgeFigures = z.infer<typeof JudgeFigures>;
