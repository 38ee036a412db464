import { shareOf } from "./count-shares.ts";
import { type FinishedDebate, getAudienceResult, getJudgeResult } from "./finished-debate.ts";

/**
 * The winners for the audience and the judge: 1 is For, 0 is Against. Null if there is no clear
 * winner for one of the two.
 */
const compare = (debate: FinishedDebate): [audience: number, judge: number] | null => {
  const [audience, judge] = [getAudienceResult(debate), getJudgeResult(debate)];
  return audience === null || audience === 0.5 || judge === null ? null : [audience, judge];
};

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return meanOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
};

/**
 * Measures how often judge and audience choose the same winner, in debates in which both chose one.
 * `chanceAgreement` is the share of equal choices to expect by chance, if both chose For as often
 * but independently.
 */
export const measureAgreement = (debates: readonly FinishedDebate[]) => {
  const compared = debates.flatMap((debate) => {
    const results = compare(debate);
    return results ? [{ votes: debate.votes, audience: results[0], judge: results[1] }] : [];
  });
  if (compared.length === 0)
    return { audienceAgreement: null, chanceAgreement: null, medianVotes: null };
  const audience = meanOf(compared.map((each) => each.audience));
  const judge = meanOf(compared.map((each) => each.judge));
  return {
    audienceAgreement: shareOf(compared.map((each) => (each.audience === each.judge ? 1 : 0))),
    chanceAgreement: audience * judge + (1 - audience) * (1 - judge),
    medianVotes: medianOf(compared.map(({ votes }) => votes)),
  };
};
