import type { SpeechRequest } from "../parse-prompt.ts";
import { pickQuote } from "./pick-quote.ts";
import { fillTemplate, pickCyclic, shuffle } from "./templates.ts";
import { findTopicWords } from "./topic-words.ts";
import words from "./words.json" with { type: "json" };

/**
 * Offset, in list entries, between the arguments of the two sides, so that neighbouring turns do
 * not use the same one.
 */
const ARGUMENT_DISTANCE = 4;

const LABEL_LIST = new Intl.ListFormat("en-GB");

/**
 * Writes a plain speech about the topic's own words, in simple Markdown. It answers the other side's
 * last speech with a literal quote. The same request always gives the same speech, and no sentence
 * repeats in a debate of twenty turns.
 */
export const writeSpeech = (request: SpeechRequest): string => {
  const { topic, format, side, speech, turn, debate } = request;
  const { phrases, claims } = findTopicWords(topic);
  const seed = `${topic}|${format}`;
  const sideIndex = side === "For" ? 0 : 1;
  const style = words.formats[format];
  const ordinal = Math.floor((turn - 1) / 2);
  const args = shuffle(words.arguments, seed);
  const getArgument = (index: number) => pickCyclic(args, index + sideIndex * ARGUMENT_DISTANCE);
  const getLabels = (indexes: readonly number[]): string =>
    LABEL_LIST.format(indexes.map((index) => getArgument(index).label));
  let mentions = turn;
  const say = (template: string, slots: Readonly<Record<string, string>> = {}): string =>
    fillTemplate(template, {
      ...claims[side],
      them: pickCyclic(style.them, sideIndex),
      focus: () => pickCyclic(phrases, mentions++),
      ...slots,
    });
  const sayOfSide = (templates: readonly string[], labels: readonly number[] = []): string =>
    say(pickCyclic(templates, sideIndex), { labels: getLabels(labels) });
  /** Picks this turn's line from a shuffled list, so that no turn repeats a line. */
  const pickOfTurn = (lines: readonly string[]): string => pickCyclic(shuffle(lines, seed), turn);
  const reply = (): string => {
    const last = debate.findLast((past) => past.side !== side)?.text ?? "";
    const quote = pickQuote(last, `${seed}|${turn}|${last}`);
    return quote === null ? "" : say(pickOfTurn(words.replies), { quote });
  };
  const argue = (): string => say(getArgument(ordinal)[sideIndex === 0 ? "for" : "against"]);
  const writers: Readonly<Record<SpeechRequest["speech"], () => string[]>> = {
    opening: () => [
      sayOfSide(style.openings),
      turn === 1 ? say(words.frame) : reply(),
      argue(),
      sayOfSide(words.previews, [ordinal + 1, ordinal + 2]),
    ],
    rebuttal: () => [
      reply(),
      argue(),
      say(pickOfTurn(format === "roast" ? words.roastLines : words.lastLines)),
    ],
    closing: () => [
      sayOfSide(style.closings),
      reply(),
      sayOfSide(words.summaries, [...new Set([0, Math.floor(ordinal / 2), ordinal - 1])]),
      sayOfSide(words.appeals),
    ],
  };
  return writers[speech]()
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
};
