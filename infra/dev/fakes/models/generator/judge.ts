import type { FakeJudgement, DebateSide, PastTurn } from "../speech-request.ts";
import { fillTemplate } from "./fill-template.ts";
import { FEEDBACK, RULINGS, VERDICTS } from "./judge-words.ts";
import { countWords, pickQuote } from "./pick-quote.ts";
import { createSeededRandom, pickCyclic, pickRandom, shuffle } from "./seeded-random.ts";

const MIN_SCORE = 4;
/**
 * Scores before the deductions. The score is picked by the text, so that the lead changes in a
 * debate.
 */
const BASE_SCORES = [5, 6, 6, 7, 7, 7, 8, 8, 9];
const MIN_WORDS = 60;
const MAX_WORDS = 260;

const hasLongQuote = (text: string): boolean => /“[^”]{12,}”/.test(text);

const scoreText = (text: string): number => {
  const words = countWords(text);
  const deduction = words < MIN_WORDS || words > MAX_WORDS ? 2 : 0;
  return Math.max(MIN_SCORE, pickRandom(BASE_SCORES, createSeededRandom(text)) - deduction);
};

const quoteOf = (text: string): string => pickQuote(text, createSeededRandom(text)) ?? "";

/**
 * Judges a turn by its text, so that the same text always gets the same score. All turns of a
 * debate share the seed, so that their remarks do not repeat.
 */
export const judgeTurn = ({ number, text }: PastTurn, seed: string): FakeJudgement => {
  const quote = quoteOf(text);
  const score = quote === "" ? MIN_SCORE : scoreText(text);
  const level = score > 7 ? "high" : score > 5 ? "middle" : "low";
  const pick = (lines: readonly string[]): string =>
    pickCyclic(shuffle(lines, createSeededRandom(seed)), number);
  const feedback = [
    ...(quote === "" ? [] : [fillTemplate(pick(FEEDBACK.strengths), { quote })]),
    pick(hasLongQuote(text) ? FEEDBACK.answered : FEEDBACK.unanswered),
    pick(level === "high" ? FEEDBACK.praise : FEEDBACK.criticism),
  ].join(" ");
  return { score, ruling: pick(RULINGS[level]), feedback, quotes: quote === "" ? [] : [quote] };
};

export type MeanScores = Readonly<Record<DebateSide, number>>;

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
  const random = createSeededRandom(turns.map(({ text }) => text).join("\n"));
  return fillTemplate(pickRandom(VERDICTS[isDraw ? "draw" : "win"], random), {
    winner,
    loser,
    quote: findBestQuote(turns, winner),
    otherQuote: findBestQuote(turns, loser),
  });
};
