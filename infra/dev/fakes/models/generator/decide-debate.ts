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

const measureMargin = (lead: number): number => {
  if (lead < CLEAR_LEAD) return 1;
  return lead < DECISIVE_LEAD ? 2 : 3;
};

/**
 * Names the side with the better speeches. The judge is asked twice, with either speaker as A. The
 * answer depends on neither the order nor the labels, so both answers agree.
 */
export const decideDebate = (turns: readonly PastTurn[], sideOfA: DebateSide): FakeDecision => {
  const means = computeMeans(turns);
  const reasoning = findRecordedVerdict(turns, means) ?? composeVerdict(turns, means);
  const lead = means === undefined ? 0 : means.For - means.Against;
  if (lead === 0) return { winner: "draw", margin: 0, reasoning };
  const isA = lead > 0 === (sideOfA === "For");
  return { winner: isA ? "A" : "B", margin: measureMargin(Math.abs(lead)), reasoning };
};
