import type { JudgeFigures, SelfAgreement } from "#shared/contract/judging.ts";
import {
  MIN_KAPPA_PAIRS,
  REPEATED_VERDICT_INTERVAL,
} from "#shared/domain/debates/judging/charter.ts";
import { APPEAL_HOURS } from "#shared/domain/debates/judging/appeal.ts";
import { formatCount } from "#web/lib/format.ts";

/** Says in words how many verdicts there are under the present rules of judging, and who won. */
export const describeVerdicts = ({
  total,
  botA,
  botB,
  draw,
  wavered,
}: JudgeFigures["verdicts"]): string => {
  if (total === 0) return "No verdict under these rules yet.";
  const winners = `${botA} for For, ${botB} for Against, ${formatCount(draw, "draw")}`;
  return `${formatCount(total, "verdict")} under these rules: ${winners}. In ${wavered} of the draws no winner could be named, because the judge wavered or the judges of a panel disagreed.`;
};

/**
 * Says how often a judge that decided alone wavered: it is asked twice, and its two answers
 * differed.
 */
export const describeWavering = ({
  labelA,
  labelB,
  oneDraw,
}: JudgeFigures["verdicts"]["waveredAnswers"]): string => {
  const total = labelA + labelB + oneDraw;
  if (total === 0) return "No single judge has wavered under these rules yet.";
  return `${formatCount(total, "verdict")} of single judges wavered: ${labelA} chose speaker A both times, ${labelB} chose speaker B both times, ${oneDraw} named a draw once. Speaker A is the one who is read first.`;
};

export const WAVERING =
  "The labels and the order in which the speeches are read are exchanged. The side that spoke last stays the same. A judge can waver by chance or because of the order.";

export const REPEATS = [
  `Every ${REPEATED_VERDICT_INTERVAL}th verdict, if it is that of a single judge, is judged again at once by the same judge.`,
  "“The same” means the same winner, or a draw both times, with any margin.",
  `Cohen’s kappa is computed for all judges together, and for each one that has ${MIN_KAPPA_PAIRS} pairs, with the interval for large samples (Fleiss, Cohen and Everitt 1969), not Wilson’s.`,
].join(" ");

const describeKappa = ({ pairs, agreed, kappa }: SelfAgreement): string => {
  if (!kappa) return "Cohen’s kappa is undefined, because all have the same winner.";
  if (agreed === pairs) return "Cohen’s kappa is 1, which leaves no interval to compute.";
  const [value, low, high] = [kappa.value, kappa.low, kappa.high].map((each) => each.toFixed(2));
  return `Cohen’s kappa is ${value} (95% interval: ${low} to ${high}).`;
};

const describePairs = (agreement: SelfAgreement): string => {
  const { pairs, agreed } = agreement;
  const counts = `Of ${formatCount(pairs, "verdict")} that were judged again, ${agreed} were the same.`;
  return pairs < MIN_KAPPA_PAIRS
    ? `${counts} These are too few for Cohen’s kappa.`
    : `${counts} ${describeKappa(agreement)}`;
};

/**
 * Says how often judges decided the same when they judged a debate again. One text is about all
 * judges; each judge with enough repeats gets its own.
 */
export const describeAgreement = (
  { judges, failed, ...all }: JudgeFigures["selfAgreement"],
  getLabel: (judge: JudgeFigures["selfAgreement"]["judges"][number]["judge"]) => string,
): string[] => {
  const leftOut =
    failed === 0
      ? ""
      : ` ${formatCount(failed, "repeat")} failed and ${failed === 1 ? "is" : "are"} left out.`;
  if (all.pairs === 0) return [`No verdict has been judged again yet.${leftOut}`];
  const own = judges.length > 1 ? judges.filter(({ pairs }) => pairs >= MIN_KAPPA_PAIRS) : [];
  return [
    `${describePairs(all)}${leftOut}`,
    ...own.map(({ judge, ...agreement }) => `${getLabel(judge)}: ${describePairs(agreement)}`),
  ];
};

export const APPEALS = `Members can appeal within ${APPEAL_HOURS} hours. Admins of this site decide, so the site judges its own judge. Nobody decides their own appeal. The reasons stand below the verdict. No appeal changes a verdict, and verdicts with an upheld appeal stay in the figures.`;

export const describeAppeals = ({ total, upheld, rejected }: JudgeFigures["appeals"]): string =>
  total === 0
    ? "No verdict under these rules has been appealed yet."
    : `${formatCount(total, "appeal")} against these verdicts: ${upheld} upheld, ${rejected} rejected, ${total - upheld - rejected} open. A verdict with several appeals is counted once for each.`;
