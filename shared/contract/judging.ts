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

/** How the judge has decided under its present charter. */
export const JudgeFigures = z.object({
  /** Null before the first start of a worker. Seasons are numbered from 1. */
  charter: z
    .object({ hash: z.string(), text: z.string(), season: z.int().min(1), since: Instant })
    .nullable(),
  /** `draw` includes `wavered`: verdicts whose two answers differed. */
  verdicts: z.object({ total: Count, botA: Count, botB: Count, draw: Count, wavered: Count }),
  /**
   * How often the judge decided the same way when it judged a debate again. `kappa` is null below
   * `MIN_KAPPA_PAIRS` pairs.
   */
  selfAgreement: z.object({
    pairs: Count,
    agreed: Count,
    kappa: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  }),
  /** Appeals against verdicts under the present charter. The others are still open. */
  appeals: z.object({ total: Count, upheld: Count, rejected: Count }),
  /**
   * The last run of the bait set under this charter, which tests a judge for bias; null if there was
   * none.
   */
  baits: z
    .object({
      ranAt: Instant,
      judge: ProviderName,
      model: z.string().nullable(),
      rows: z.array(BaitFigures),
    })
    .nullable(),
});
export type JudgeFigures = z.infer<typeof JudgeFigures>;
