import { plainText, SPOKEN_MIN } from "./spoken-text.ts";

/** Voices lose their breath, and services their patience, over longer stretches. */
const LONGEST_STRETCH = 900;

/** Cuts at white space, so that no stretch is longer than a voice can take. */
const shortened = (sentence: string): string[] => {
  if (sentence.length <= LONGEST_STRETCH) return [sentence];
  const space = sentence.lastIndexOf(" ", LONGEST_STRETCH);
  const cut = space === -1 ? LONGEST_STRETCH : space;
  return [sentence.slice(0, cut), ...shortened(sentence.slice(cut).trimStart())];
};

/** A stub such as "Dr." or "1." is no sentence: it goes with what follows. */
const joinStubs = (sentences: readonly string[]): string[] => {
  const joined: string[] = [];
  let stub = "";
  for (const sentence of sentences) {
    const whole = stub === "" ? sentence : `${stub} ${sentence}`;
    stub = whole.length < SPOKEN_MIN ? whole : "";
    if (stub === "") joined.push(whole);
  }
  if (stub === "") return joined;
  const last = joined.pop();
  return [...joined, last === undefined ? stub : `${last} ${stub}`];
};

/* It takes its time to be made: whoever needs the plain text alone does without it. */
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

const sentencesOf = (paragraph: string): string[] =>
  joinStubs(Array.from(segmenter.segment(paragraph), ({ segment }) => segment.trim()));

/** The plain text of a speech, sentence by sentence. */
export const spokenSentences = (content: string): string[] =>
  plainText(content).split("\n").flatMap(sentencesOf).flatMap(shortened);
