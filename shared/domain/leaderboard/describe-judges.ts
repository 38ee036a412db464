import { FORMATS } from "../debates/debate.ts";
import type { Provider } from "../provider.ts";
import { groupBy, shareOf } from "./count-shares.ts";
import {
  type FinishedDebate,
  getAudienceResult,
  getJudgeResult,
  isDemoModel,
} from "./finished-debate.ts";

type JudgedDebate = FinishedDebate & {
  verdict: NonNullable<FinishedDebate["verdict"]> & { provider: Provider };
};

/** A panel's verdict is not that of a single model. It counts for formats and topics only. */
const hasSingleJudge = (debate: FinishedDebate): debate is JudgedDebate =>
  debate.verdict !== null && debate.verdict.provider !== "panel";

const agreesWithAudience = (debate: FinishedDebate): 0 | 1 | null => {
  const [audience, judge] = [getAudienceResult(debate), getJudgeResult(debate)];
  if (audience === null || audience === 0.5 || judge === null) return null;
  return audience === judge ? 1 : 0;
};

/** Describes every judging model, the one with the most verdicts first. */
export const describeJudges = (debates: readonly FinishedDebate[]) => {
  const judged = debates.filter(hasSingleJudge);
  return [...groupBy(judged, ({ verdict }) => `${verdict.provider} ${verdict.model ?? ""}`)]
    .map(([, group]) => ({
      provider: group[0]!.verdict.provider,
      model: group[0]!.verdict.model,
      isDemo: isDemoModel(group[0]!.verdict.model),
      verdicts: group.length,
      forWins: shareOf(group.map(getJudgeResult)),
      draws: group.filter(({ verdict }) => verdict.winner === "draw").length,
      wavered: shareOf(group.map(({ verdict }) => (verdict.wavered ? 1 : 0))),
      audienceAgreement: shareOf(group.map(agreesWithAudience)),
    }))
    .sort((a, b) => b.verdicts - a.verdicts);
};

const countWins = <Subject extends object>(
  subject: Subject,
  debates: readonly FinishedDebate[],
) => ({
  ...subject,
  debates: debates.length,
  audience: shareOf(debates.map(getAudienceResult)),
  judges: shareOf(debates.map(getJudgeResult)),
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
