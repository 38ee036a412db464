import type { DebateSide, MeanScores, PastTurn } from "../parse-prompt.ts";
import { countWords, pickQuote } from "./pick-quote.ts";
import { fillTemplate, pickBySeed, pickCyclic, shuffle } from "./templates.ts";
import words from "./words.json" with { type: "json" };

/** The judgement of one turn. The quotes are literal parts of the turn's text. */
export interface FakeJudgement {
  score: number;
  ruling: string;
  feedback: string;
  quotes: readonly string[];
}

const MIN_SCORE = 4;
/**
 * Scores before the deductions. The score is picked by the text, so that the lead changes in a
 * debate.
 */
const BASE_SCORES = [5, 6, 6, 7, 7, 7, 8, 8, 9];
const MIN_WORDS = 60;
const MAX_WORDS = 260;

const scoreText = (text: string): number => {
  const count = countWords(text);
  const deduction = count < MIN_WORDS || count > MAX_WORDS ? 2 : 0;
  return Math.max(MIN_SCORE, pickBySeed(BASE_SCORES, text) - deduction);
};

const quoteOf = (text: string): string => pickQuote(text, text) ?? "";

/**
 * Judges a turn by its text, so that the same text always gets the same score. All turns of a
 * debate share the seed, so that their remarks do not repeat.
 */
export const judgeTurn = ({ number, text }: PastTurn, seed: string): FakeJudgement => {
  const quote = quoteOf(text);
  const score = quote === "" ? MIN_SCORE : scoreText(text);
  const level = score > 7 ? "high" : score > 5 ? "middle" : "low";
  const answersQuote = /“[^”]{12,}”/.test(text);
  const pick = (lines: readonly string[]): string => pickCyclic(shuffle(lines, seed), number);
  const { strengths, answered, unanswered, praise, criticism } = words.feedback;
  const feedback = [
    ...(quote === "" ? [] : [fillTemplate(pick(strengths), { quote })]),
    pick(answersQuote ? answered : unanswered),
    pick(level === "high" ? praise : criticism),
  ].join(" ");
  const quotes = quote === "" ? [] : [quote];
  return { score, ruling: pick(words.rulings[level]), feedback, quotes };
};

const findBestQuote = (turns: readonly PastTurn[], side: DebateSide): string => {
  const own = turns.filter((turn) => turn.side === side);
  const [best] = own.sort((a, b) => scoreText(b.text) - scoreText(a.text));
  return best === undefined ? "" : quoteOf(best.text);
};

/** A smaller difference between the mean scores is a draw; means have one decimal. */
const MIN_LEAD = 0.05;

/** Composes the verdict, which agrees with the mean scores and quotes both sides. */
export const composeVerdict = (turns: readonly PastTurn[], means?: MeanScores): string => {
  const lead = means === undefined ? 0 : means.For - means.Against;
  const isDraw = Math.abs(lead) < MIN_LEAD;
  const [winner, loser]: [DebateSide, DebateSide] =
    isDraw || lead > 0 ? ["For", "Against"] : ["Against", "For"];
  const seed = turns.map(({ text }) => text).join("\n");
  return fillTemplate(pickBySeed(words.verdicts[isDraw ? "draw" : "win"], seed), {
    winner,
    loser,
    quote: findBestQuote(turns, winner),
    otherQuote: findBestQuote(turns, loser),
  });
};
