import { FORMATS } from "../debates/debate.ts";
import type { Provider } from "../provider.ts";
import { groupBy, shareOf } from "./count-shares.ts";
import { type FinishedDebate, getAudienceResult, getJudgeResult } from "./finished-debate.ts";
import { measureAgreement } from "./measure-agreement.ts";

type Verdict = NonNullable<FinishedDebate["verdict"]>;
type SingleVerdict = Verdict & { provider: Provider };
type JudgedDebate<V extends Verdict = Verdict> = FinishedDebate & { verdict: V };

const isOfSeason = (debate: FinishedDebate): debate is JudgedDebate =>
  debate.verdict?.isOfSeason ?? false;

const hasSingleJudge = (debate: JudgedDebate): debate is JudgedDebate<SingleVerdict> =>
  debate.verdict.provider !== "panel";

/** Whether the speeches or the verdict come from demo mode, where no model writes them. */
const isOfDemo = ({ isDemo, verdict }: JudgedDebate): boolean => isDemo || verdict.isDemo;

/**
 * 1 if the verdict's winner is not the side with the higher mean score, 0 if it is. Null for a draw
 * or missing scores.
 */
const isAgainstScores = ({ verdict: { winner, scoresWinner } }: JudgedDebate): 0 | 1 | null => {
  if (winner === "draw" || scoresWinner === "draw" || scoresWinner === null) return null;
  return winner === scoresWinner ? 0 : 1;
};

const describeVerdicts = (group: readonly JudgedDebate[]) => ({
  isDemo: group.some(isOfDemo),
  verdicts: group.length,
  forWins: shareOf(group.map(getJudgeResult)),
  draws: group.filter(({ verdict }) => verdict.winner === "draw").length,
  wavered: shareOf(group.map(({ verdict }) => (verdict.wavered ? 1 : 0))),
  againstScores: shareOf(group.map(isAgainstScores)),
  ...measureAgreement(group),
});

const describeJudge = (group: readonly JudgedDebate<SingleVerdict>[]) => {
  const { provider, model } = group[0]!.verdict;
  return { provider, model, ...describeVerdicts(group) };
};

/**
 * Returns one record for each model that judged alone under the present rules, most verdicts first.
 * Debates of demo mode get separate records.
 */
export const describeJudges = (debates: readonly FinishedDebate[]) => {
  const judged = debates.filter(isOfSeason).filter(hasSingleJudge);
  const groups = groupBy(
    judged,
    (debate) => `${isOfDemo(debate)} ${debate.verdict.provider} ${debate.verdict.model ?? ""}`,
  );
  return [...groups.values()].map(describeJudge).sort((a, b) => b.verdicts - a.verdicts);
};

/**
 * Returns one record about all verdicts of panels (several judges) under the present rules. Debates
 * of demo mode get a separate record.
 */
export const describePanels = (debates: readonly FinishedDebate[]) => {
  const judged = debates.filter(isOfSeason).filter((debate) => !hasSingleJudge(debate));
  return [...groupBy(judged, (debate) => String(isOfDemo(debate))).values()].map(describeVerdicts);
};

const getRealJudgeResult = (debate: FinishedDebate): 0 | 1 | null =>
  debate.verdict?.isDemo ? null : getJudgeResult(debate);

const countWins = <Subject extends object>(
  subject: Subject,
  debates: readonly FinishedDebate[],
) => ({
  ...subject,
  debates: debates.length,
  audience: shareOf(debates.map(getAudienceResult)),
  judges: shareOf(debates.map(getRealJudgeResult)),
});

/** Which side wins how often, by format. */
export const describeFormats = (debates: readonly FinishedDebate[]) =>
  FORMATS.map((format) =>
    countWins(
      { format },
      debates.filter((debate) => debate.format === format),
    ),
  );

/** A topic is listed if at least this many debates were about it. */
const MIN_DEBATES_PER_TOPIC = 3;
const MAX_TOPICS = 20;

/** Which side wins how often, for the topics that were debated most often. */
export const describeTopics = (debates: readonly FinishedDebate[]) =>
  [...groupBy(debates, ({ topic }) => topic.trim().toLowerCase())]
    .filter(([, group]) => group.length >= MIN_DEBATES_PER_TOPIC)
    .map(([, group]) => countWins({ debateId: Math.max(...group.map(({ id }) => id)) }, group))
    .sort((a, b) => b.debates - a.debates || b.debateId - a.debateId)
    .slice(0, MAX_TOPICS);
