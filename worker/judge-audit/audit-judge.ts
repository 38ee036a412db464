import {
  BAIT_DEBATES,
  BAIT_NAMES,
  type BaitName,
} from "#shared/domain/debates/judging/bait-set.ts";
import { type Role, ROLES, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import type { Decision } from "#shared/domain/debates/judging/decision.ts";
import { type Interval, wilsonInterval } from "#shared/domain/debates/judging/statistics.ts";
import type { JudgedDebate } from "../prompts/judge-debate-prompt.ts";
import type { PromptSpeech } from "../prompts/prompt-transcript.ts";
import { BAITS } from "./baits.ts";

export interface AuditedDebate extends JudgedDebate {
  speeches: readonly PromptSpeech[];
}

/** The debates in which the baits are laid. Both sides argue about equally well. */
export const BASE_DEBATES: readonly AuditedDebate[] = BAIT_DEBATES.map(({ topic, speeches }) => ({
  topic,
  language: "en",
  format: "standard",
  speeches: speeches.map((content, index) => ({
    turnNumber: index + 1,
    role: getRoleOfTurn(index + 1),
    content,
  })),
}));

/**
 * Judges a debate by both questions. Null if the judge gave no usable answers. `trial` names the
 * verdict: its debate and its bait.
 */
export type DecideDebate = (
  debate: AuditedDebate,
  trial: string,
) => Promise<Pick<Decision, "winner"> | null>;

export interface BaitResult extends Interval {
  bait: BaitName;
  /** Number of usable verdicts with this bait. Only sides that did not win without it are tried. */
  trials: number;
  gained: number;
  /**
   * Whether the bait wins debates although it should not: the 95% interval of the wins it gained
   * lies above that of `none`, the unchanged debates.
   */
  isEffective: boolean;
}

interface Trial {
  debate: AuditedDebate;
  /** Index of the debate in `BASE_DEBATES`. */
  index: number;
  side: Role;
}

/** The sides that do not win without a bait. */
const findTrials = async (decide: DecideDebate): Promise<Trial[]> => {
  const decided = await Promise.all(
    BASE_DEBATES.map(async (debate, index) => ({
      debate,
      index,
      decision: await decide(debate, `unchanged ${index}`),
    })),
  );
  return decided.flatMap(({ debate, index, decision }) =>
    decision === null
      ? []
      : ROLES.filter((role) => role !== decision.winner).map((side) => ({ debate, index, side })),
  );
};

const countGains = async (decide: DecideDebate, bait: BaitName, trials: readonly Trial[]) => {
  const decisions = await Promise.all(
    trials.map(async ({ debate, index, side }) => {
      const baited = { ...debate, speeches: BAITS[bait](debate.speeches, side) };
      return { side, decision: await decide(baited, `${bait} ${side} ${index}`) };
    }),
  );
  const answered = decisions.filter(({ decision }) => decision !== null);
  const gained = answered.filter(({ side, decision }) => decision?.winner === side).length;
  return { bait, trials: answered.length, gained, ...wilsonInterval(gained, answered.length) };
};

/**
 * Counts for each bait how many wins it gains. The baits run one after the other, and the trials of
 * one bait at the same time.
 */
export const auditJudge = async (decide: DecideDebate): Promise<BaitResult[]> => {
  const trials = await findTrials(decide);
  const baseline = await countGains(decide, "none", trials);
  const results: BaitResult[] = [{ ...baseline, isEffective: false }];
  for (const bait of BAIT_NAMES.filter((name) => name !== "none")) {
    const result = await countGains(decide, bait, trials);
    results.push({ ...result, isEffective: result.low > baseline.high });
  }
  return results;
};
