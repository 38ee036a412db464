import type { TurnType } from "#shared/domain/debates/turn.ts";
import type { SpeechRequest } from "../speech-request.ts";
import { fillTemplate } from "./fill-template.ts";
import { pickQuote } from "./pick-quote.ts";
import { createSeededRandom, pickCyclic, shuffle } from "./seeded-random.ts";
import { findTopicWords } from "./topic-words.ts";
import {
  APPEALS,
  ARGUMENTS,
  FORMAT_STYLES,
  FRAME,
  LAST_LINES,
  PREVIEWS,
  REPLIES,
  ROAST_LINES,
  SUMMARIES,
} from "./words.ts";

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
  const style = FORMAT_STYLES[format];
  const lastLines = format === "roast" ? ROAST_LINES : LAST_LINES;
  const ordinal = Math.floor((turn - 1) / 2);
  const args = shuffle(ARGUMENTS, createSeededRandom(seed));
  const getArgument = (index: number) => pickCyclic(args, index + sideIndex * ARGUMENT_DISTANCE);
  const getLabels = (indexes: readonly number[]): string =>
    LABEL_LIST.format(indexes.map((index) => getArgument(index)[0]));
  let mentions = turn;
  const say = (template: string, words: Readonly<Record<string, string>> = {}): string =>
    fillTemplate(template, {
      ...claims[side],
      them: style.them[sideIndex] ?? "",
      focus: () => pickCyclic(phrases, mentions++),
      ...words,
    });
  /** Picks this turn's line from a shuffled list, so that no turn repeats a line. */
  const pickOfTurn = (lines: readonly string[]): string =>
    pickCyclic(shuffle(lines, createSeededRandom(seed)), turn);
  const reply = (): string => {
    const last = debate.findLast((past) => past.side !== side)?.text ?? "";
    const quote = pickQuote(last, createSeededRandom(`${seed}|${turn}|${last}`));
    return quote === null ? "" : say(pickOfTurn(REPLIES), { quote });
  };
  const argue = (): string => say(getArgument(ordinal)[1 + sideIndex] ?? "");
  const writeOpening = (): string[] => [
    say(style.openings[sideIndex] ?? ""),
    turn === 1 ? say(FRAME) : reply(),
    argue(),
    say(PREVIEWS[sideIndex] ?? "", { labels: getLabels([ordinal + 1, ordinal + 2]) }),
  ];
  const writeClosing = (): string[] => {
    const argued = [0, Math.floor(ordinal / 2), ordinal - 1];
    return [
      say(style.closings[sideIndex] ?? ""),
      reply(),
      say(SUMMARIES[sideIndex] ?? "", { labels: getLabels([...new Set(argued)]) }),
      say(APPEALS[sideIndex] ?? ""),
    ];
  };
  const writers: Readonly<Record<TurnType, () => string[]>> = {
    opening: writeOpening,
    rebuttal: () => [reply(), argue(), say(pickOfTurn(lastLines))],
    closing: writeClosing,
  };
  return writers[speech]()
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
};
