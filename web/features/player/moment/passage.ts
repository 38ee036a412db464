import { heardMs, MOMENT_MAX_MS, type SaidSentence } from "#shared/domain/moment.ts";
import type { WantedPassage } from "./moment-store.ts";

/** Sentences of a turn, from 1, both included. */
export interface Passage {
  first: number;
  last: number;
}

/** What is shared from where somebody listens: so much, where whole sentences make that. */
const USUAL_MS = 20_000;

const within = (said: readonly SaidSentence[], { first, last }: Passage): SaidSentence[] =>
  said.slice(first - 1, last);

/** How long a passage is heard. */
export const lengthOf = (said: readonly SaidSentence[], passage: Passage): number =>
  heardMs([within(said, passage)]);

/** Whether a passage can be shared: there is one, and it is no longer than a moment may be. */
export const isShareablePassage = (said: readonly SaidSentence[], passage: Passage): boolean =>
  passage.first >= 1 &&
  passage.first <= passage.last &&
  passage.last <= said.length &&
  lengthOf(said, passage) <= MOMENT_MAX_MS;

/** The passage from a sentence on, up to another one at most, of so many milliseconds. */
const from = (said: readonly SaidSentence[], first: number, most: number, ms: number): Passage => {
  let last = first;
  while (last < most && lengthOf(said, { first, last: last + 1 }) <= ms) last += 1;
  return { first, last };
};

/** What is offered first: what was selected as far as it may be long, or what is heard just now. */
export const passageOf = (said: readonly SaidSentence[], wanted: WantedPassage): Passage => {
  const { first, last, at } = wanted;
  if (first !== undefined)
    return from(said, first, Math.min(last ?? first, said.length), MOMENT_MAX_MS);
  const heard = said.findLastIndex(({ startMs }) => startMs <= (at ?? 0) * 1000);
  return from(said, Math.max(0, heard) + 1, said.length, USUAL_MS);
};
