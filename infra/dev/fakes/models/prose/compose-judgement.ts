import { CLAIM_THEMES } from "./banks/claim-themes.ts";
import { COMPARISON_THEMES } from "./banks/comparison-themes.ts";
import {
  ANSWERED_LINES,
  CLEAR_WIN_LINES,
  COMPARISON_LINES,
  DRAW_LINES,
  DRAW_COMPARISON_LINES,
  NARROW_WIN_LINES,
  DRAW_CLOSING_LINES,
  PRAISE_REMARKS,
  REASON_LINES,
  type JudgeRemarks,
  RESERVATION_LINES,
  RULING_LINES,
  STRENGTH_LINES,
  THEME_STRENGTH_LINES,
  UNANSWERED_LINES,
  WEAKNESS_REMARKS,
} from "./banks/judge-lines.ts";
import { PROPOSAL_THEMES } from "./banks/proposal-themes.ts";
import { fillTemplate, typesetApostrophes } from "./fill-template.ts";
import { detectTheme } from "./plan-debate.ts";
import { pickQuote, countWords } from "./pick-quote.ts";
import {
  pickCyclic,
  pickRandom,
  createSeededRandom,
  shuffle,
  type Random,
} from "./seeded-random.ts";
import type { PastTurn, DebateSide } from "./speech-request.ts";

/** The judgement of one turn. The quotes are literal parts of the turn's text. */
export interface FakeJudgement {
  score: number;
  ruling: string;
  feedback: string;
  quotes: string[];
}

const ALL_THEMES = [...PROPOSAL_THEMES, ...COMPARISON_THEMES, ...CLAIM_THEMES];

const fillWords = (template: string, words: Record<string, string>, random: Random): string => {
  const entries = Object.entries(words).map(
    ([name, text]) => [name, () => ({ text, plural: false })] as const,
  );
  return fillTemplate(template, Object.fromEntries(entries), random);
};

const hasLongQuote = (text: string): boolean => /“[^”]{12,}”/.test(text);
const hasExample = (text: string): boolean =>
  /\b(?:picture|think of|ask|imagine|for (?:example|instance))\b/i.test(text);

const MIN_SCORE = 3;
const MAX_SCORE = 10;
const BASE_SCORE = 6;
/** Random adjustment to the score, so that scores differ between turns. */
const SCORE_VARIATIONS = [-2, -1, -1, 0, 0, 0, 1, 1, 2];

const scoreText = (text: string, random: Random): number => {
  const words = countWords(text);
  const merits =
    (hasLongQuote(text) ? 0.5 : 0.3) +
    (hasExample(text) ? 0.5 : 0) -
    (words < 60 || words > 260 ? 2 : 0);
  const score = Math.round(BASE_SCORE + merits + pickRandom(SCORE_VARIATIONS, random));
  return Math.min(MAX_SCORE, Math.max(MIN_SCORE, score));
};

interface QuotedTheme {
  quote: string;
  /** Label of the theme that the quote belongs to; null if it is unclear. */
  label: string | null;
}

const findQuoteAndTheme = (text: string, random: Random): QuotedTheme => {
  const quote = pickQuote(text, null, random) ?? "";
  return { quote, label: detectTheme(quote, ALL_THEMES, null)?.label ?? null };
};

/**
 * Judges a turn by its text: the same text always gets the same score. All turns of a debate share
 * the seed, so that their remarks do not repeat.
 */
export const composeTurnJudgement = ({ number, text }: PastTurn, seed: string): FakeJudgement => {
  const random = createSeededRandom(text);
  const score = scoreText(text, random);
  const { label, quote } = findQuoteAndTheme(text, random);
  const pickRemark = (bank: readonly string[]): string =>
    typesetApostrophes(pickCyclic(shuffle(bank, createSeededRandom(seed)), number));
  const pickFittingRemark = ({ withExample, withoutExample, any }: JudgeRemarks): string =>
    pickRemark([...(hasExample(text) ? withExample : withoutExample), ...any]);
  const pickRuling = (level: keyof typeof RULING_LINES): string => pickRemark(RULING_LINES[level]);
  if (quote === "")
    return {
      score: MIN_SCORE,
      ruling: pickRuling("low"),
      feedback: pickFittingRemark(WEAKNESS_REMARKS),
      quotes: [],
    };
  const strength = pickRemark(label === null ? STRENGTH_LINES : THEME_STRENGTH_LINES);
  const feedback = [
    fillWords(strength, { label: label ?? "", quote }, random),
    pickRemark(hasLongQuote(text) ? ANSWERED_LINES : UNANSWERED_LINES),
    pickFittingRemark(score > 7 ? PRAISE_REMARKS : WEAKNESS_REMARKS),
  ];
  const ruling = pickRuling(score > 7 ? "high" : score > 4 ? "middle" : "low");
  return { score, ruling, feedback: feedback.join(" "), quotes: [quote] };
};

const scoreTurn = ({ text }: PastTurn): number => scoreText(text, createSeededRandom(text));

const filterBySide = (turns: readonly PastTurn[], side: DebateSide): PastTurn[] =>
  turns.filter((turn) => turn.side === side);

const findBestQuote = (turns: readonly PastTurn[], side: DebateSide, random: Random): string => {
  const scored = filterBySide(turns, side).map((turn) => ({ turn, score: scoreTurn(turn) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined ? "" : findQuoteAndTheme(best.turn.text, random).quote;
};

export type MeanScores = Readonly<Record<DebateSide, number>>;

const computeMeanScores = (turns: readonly PastTurn[]): MeanScores => {
  const mean = (side: DebateSide): number => {
    const scores = filterBySide(turns, side).map(scoreTurn);
    return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  };
  return { For: mean("For"), Against: mean("Against") };
};

/**
 * A smaller difference between the mean scores counts as a narrow win; below the second limit it is
 * a draw.
 */
const NARROW_LEAD = 0.6;
const LEVEL_LEAD = 0.05;

/**
 * Composes the final verdict with quotes of both sides. The winner is the side with the higher mean
 * score.
 */
export const composeVerdict = (
  turns: readonly PastTurn[],
  means: MeanScores = computeMeanScores(turns),
): { reasoning: string } => {
  const random = createSeededRandom(turns.map((turn) => turn.text).join("\n"));
  const lead = means.For - means.Against;
  const isDraw = Math.abs(lead) < LEVEL_LEAD;
  const [winner, loser]: [DebateSide, DebateSide] =
    isDraw || lead > 0 ? ["For", "Against"] : ["Against", "For"];
  const quote = findBestQuote(turns, winner, random);
  const otherQuote = findBestQuote(turns, loser, random);
  const winLines = Math.abs(lead) < NARROW_LEAD ? NARROW_WIN_LINES : CLEAR_WIN_LINES;
  const parts = isDraw
    ? [DRAW_LINES, DRAW_COMPARISON_LINES, DRAW_CLOSING_LINES]
    : [winLines, COMPARISON_LINES, REASON_LINES, RESERVATION_LINES];
  const lines = parts.map((bank) =>
    fillWords(pickRandom(bank, random), { winner, loser, quote, otherQuote }, random),
  );
  return { reasoning: lines.join(" ") };
};
