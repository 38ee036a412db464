import type { Margin, VerdictAnswer } from "#shared/domain/debates/judging/decision.ts";
import { computeMeanScores } from "#shared/domain/debates/judging/score.ts";
import type { DebateSide, MeanScores, PastTurn } from "../parse-prompt.ts";
import { findRecordedJudgement, findRecordedVerdict } from "../replay.ts";
import { composeVerdict, judgeTurn } from "./judge.ts";

/** A lead of this many points is a clear win. */
const CLEAR_LEAD = 0.6;
/** A lead of this many points is a decisive win. */
const DECISIVE_LEAD = 1.5;

interface FakeDecision {
  winner: "A" | "B" | "draw";
  margin: number;
  reasoning: string;
}

const scoreOf = (turn: PastTurn): number =>
  (findRecordedJudgement(turn.text) ?? judgeTurn(turn, "")).score;

const computeMeans = (turns: readonly PastTurn[]): MeanScores | undefined => {
  const { botA, botB } = computeMeanScores(
    turns.map((turn) => ({ role: turn.side === "For" ? "bot_a" : "bot_b", score: scoreOf(turn) })),
  );
  return botA === null || botB === null ? undefined : { For: botA, Against: botB };
};

const measureMargin = (lead: number): Margin => {
  if (lead < CLEAR_LEAD) return 1;
  return lead < DECISIVE_LEAD ? 2 : 3;
};

const answerByMeans = (means: MeanScores | undefined): VerdictAnswer => {
  const lead = means === undefined ? 0 : means.For - means.Against;
  if (lead === 0) return { winner: "draw", margin: null };
  return { winner: lead > 0 ? "bot_a" : "bot_b", margin: measureMargin(Math.abs(lead)) };
};

/**
 * Names the side with the better speeches. The judge is asked twice, with either speaker as A. The
 * answer depends on neither the order nor the labels, so both answers agree. A replayed debate has
 * two recorded answers.
 */
export const decideDebate = (turns: readonly PastTurn[], sideOfA: DebateSide): FakeDecision => {
  const means = computeMeans(turns);
  const recorded = findRecordedVerdict(turns, means);
  const { winner, margin } = recorded
    ? recorded.answers[sideOfA === "For" ? 0 : 1]
    : answerByMeans(means);
  const reasoning = recorded?.verdict ?? composeVerdict(turns, means);
  if (winner === "draw") return { winner, margin: 0, reasoning };
  const isA = (winner === "bot_a") === (sideOfA === "For");
  return { winner: isA ? "A" : "B", margin: margin ?? 0, reasoning };
};
