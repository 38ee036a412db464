import { CLAIM_THEMES } from "./banks/claim-themes.ts";
import { COMPARISON_THEMES } from "./banks/comparison-themes.ts";
import {
  ANSWERED,
  CLEAR_WINS,
  COMPARISONS,
  DRAWS,
  LEVEL_COMPARISONS,
  NARROW_WINS,
  PARTINGS,
  PRAISE,
  REASONS,
  type Remarks,
  RESERVATIONS,
  STRENGTHS,
  STRENGTHS_ON_A_THEME,
  UNANSWERED,
  WEAKNESSES,
} from "./banks/judge-lines.ts";
import { PROPOSAL_THEMES } from "./banks/proposal-themes.ts";
import { fill, typeset } from "./fill.ts";
import { themeIn } from "./plan.ts";
import { quotePhrase, wordCount } from "./quotable.ts";
import { cycled, pick, seeded, shuffled, type Random } from "./seeded.ts";
import type { PastTurn, Side } from "./speech-request.ts";

/** A judgement of one turn; quotes are literal parts of its text. */
export interface TurnJudgement {
  score: number;
  feedback: string;
  quotes: string[];
}

const ALL_THEMES = [...PROPOSAL_THEMES, ...COMPARISON_THEMES, ...CLAIM_THEMES];

const filled = (template: string, words: Record<string, string>, random: Random): string => {
  const entries = Object.entries(words).map(
    ([name, text]) => [name, () => ({ text, plural: false })] as const,
  );
  return fill(template, Object.fromEntries(entries), random);
};

const takesUpWords = (text: string): boolean => /“[^”]{12,}”/.test(text);
const isConcrete = (text: string): boolean =>
  /\b(?:picture|think of|ask|imagine|for (?:example|instance))\b/i.test(text);

const MIN_GIVEN = 3;
const MAX_GIVEN = 10;
const ORDINARY = 6;
/** Random adjustment, so that not all scores are average. */
const MOODS = [-2, -1, -1, 0, 0, 0, 1, 1, 2];

const scoreOf = (text: string, random: Random): number => {
  const words = wordCount(text);
  const merits =
    (takesUpWords(text) ? 0.5 : 0.3) +
    (isConcrete(text) ? 0.5 : 0) -
    (words < 60 || words > 260 ? 2 : 0);
  const score = Math.round(ORDINARY + merits + pick(MOODS, random));
  return Math.min(MAX_GIVEN, Math.max(MIN_GIVEN, score));
};

interface Reading {
  quote: string;
  /** Label of the theme that the quote clearly belongs to. */
  label: string | null;
}

const read = (text: string, random: Random): Reading => {
  const quote = quotePhrase(text, null, random) ?? "";
  return { quote, label: themeIn(quote, ALL_THEMES, null)?.label ?? null };
};

/**
 * Judges a turn by its text: the same text always gets the same score. The seed, shared by all
 * turns of a debate, makes their remarks differ.
 */
export const judgeTurn = ({ number, text }: PastTurn, seed: string): TurnJudgement => {
  const random = seeded(text);
  const score = scoreOf(text, random);
  const { label, quote } = read(text, random);
  const remark = (bank: readonly string[]): string =>
    typeset(cycled(shuffled(bank, seeded(seed)), number));
  const fitting = ({ withExample, withoutExample, any }: Remarks): string =>
    remark([...(isConcrete(text) ? withExample : withoutExample), ...any]);
  if (quote === "") return { score: MIN_GIVEN, feedback: fitting(WEAKNESSES), quotes: [] };
  const strength = remark(label === null ? STRENGTHS : STRENGTHS_ON_A_THEME);
  const feedback = [
    filled(strength, { label: label ?? "", quote }, random),
    remark(takesUpWords(text) ? ANSWERED : UNANSWERED),
    fitting(score > 7 ? PRAISE : WEAKNESSES),
  ];
  return { score, feedback: feedback.join(" "), quotes: [quote] };
};

const scoreAlone = ({ text }: PastTurn): number => scoreOf(text, seeded(text));

const turnsOf = (turns: readonly PastTurn[], side: Side): PastTurn[] =>
  turns.filter((turn) => turn.side === side);

const bestQuote = (turns: readonly PastTurn[], side: Side, random: Random): string => {
  const scored = turnsOf(turns, side).map((turn) => ({ turn, score: scoreAlone(turn) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined ? "" : read(best.turn.text, random).quote;
};

export type Means = Readonly<Record<Side, number>>;

const ownMeans = (turns: readonly PastTurn[]): Means => {
  const mean = (side: Side): number => {
    const scores = turnsOf(turns, side).map(scoreAlone);
    return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  };
  return { For: mean("For"), Against: mean("Against") };
};

/** Differences of means below these count as a narrow win and as a draw. */
const NARROW = 0.6;
const LEVEL = 0.05;

/** The final verdict, with quotes of both sides; it agrees with the means. */
export const judgeDebate = (
  turns: readonly PastTurn[],
  means: Means = ownMeans(turns),
): { reasoning: string } => {
  const random = seeded(turns.map((turn) => turn.text).join("\n"));
  const lead = means.For - means.Against;
  const isLevel = Math.abs(lead) < LEVEL;
  const [winner, loser]: [Side, Side] =
    isLevel || lead > 0 ? ["For", "Against"] : ["Against", "For"];
  const quote = bestQuote(turns, winner, random);
  const otherQuote = bestQuote(turns, loser, random);
  const wins = Math.abs(lead) < NARROW ? NARROW_WINS : CLEAR_WINS;
  const parts = isLevel
    ? [DRAWS, LEVEL_COMPARISONS, PARTINGS]
    : [wins, COMPARISONS, REASONS, RESERVATIONS];
  const lines = parts.map((bank) =>
    filled(pick(bank, random), { winner, loser, quote, otherQuote }, random),
  );
  return { reasoning: lines.join(" ") };
};
