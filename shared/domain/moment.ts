import { MOMENT } from "./debate-picture.ts";

/** A sentence's place in a debate, both counted from 1: `3.2` is the second sentence of turn 3. */
export interface SentencePlace {
  turnNumber: number;
  sentence: number;
}

/** A passage of a debate that is shared: from one sentence to another, and all between them. */
export interface Moment {
  from: SentencePlace;
  to: SentencePlace;
}

/** So long a moment is at most, as it is heard. */
export const MOMENT_MAX_MS = 60_000;
/** What is heard between two turns in it. */
export const MOMENT_GAP_MS = 600;
/** A passage is out of one turn, or of two that follow each other: somebody and who answers. */
const MOST_TURNS = 2;

/** No more turns than a debate has, no more sentences than a speech has letters. */
const WRITTEN = /^([1-9]\d?)\.([1-9]\d{0,4})-([1-9]\d?)\.([1-9]\d{0,4})$/;

/** Whether these places are a moment's: it goes forward, and through no more turns than it may. */
export const isMoment = ({ from, to }: Moment): boolean => {
  const turns = to.turnNumber - from.turnNumber + 1;
  return turns === 1 ? to.sentence >= from.sentence : turns > 1 && turns <= MOST_TURNS;
};

/** `3.2-3.4` as a moment; null for what names none. */
export const momentOf = (written: string): Moment | null => {
  const [turn = 0, sentence = 0, lastTurn = 0, last = 0] =
    WRITTEN.exec(written)?.slice(1).map(Number) ?? [];
  const moment = {
    from: { turnNumber: turn, sentence },
    to: { turnNumber: lastTurn, sentence: last },
  };
  return turn > 0 && isMoment(moment) ? moment : null;
};

const written = ({ turnNumber, sentence }: SentencePlace): string => `${turnNumber}.${sentence}`;

/** As it stands in an address. */
export const writtenMoment = ({ from, to }: Moment): string => `${written(from)}-${written(to)}`;

/** The path of a debate, opened at a moment of it. */
export const momentPath = (debateId: number, moment: Moment): string =>
  `/debate/${debateId}?${MOMENT}=${writtenMoment(moment)}`;

/** What is known of a sentence: when it is said, in milliseconds of its turn's recording. */
export interface SaidSentence {
  text: string;
  startMs: number;
  endMs: number;
}

/** How long some passages of turns are when they are heard one after the other. */
export const heardMs = (passages: readonly (readonly SaidSentence[])[]): number =>
  passages.reduce(
    (sum, said) => sum + (said.at(-1)?.endMs ?? 0) - (said[0]?.startMs ?? 0),
    MOMENT_GAP_MS * Math.max(0, passages.length - 1),
  );

/**
 * A slow voice: what nobody has spoken yet takes less than it says, so that what is short enough by
 * this is so when it was spoken.
 */
const CHARACTERS_A_SECOND = 12;

/** When the sentences of a speech might be said that has no recording. */
export const estimated = (sentences: readonly string[]): SaidSentence[] => {
  let atMs = 0;
  return sentences.map((text) => {
    const startMs = atMs;
    atMs += Math.round((text.length * 1000) / CHARACTERS_A_SECOND);
    return { text, startMs, endMs: atMs };
  });
};

/** Words in quotation marks; what they quote themselves stands in single ones. */
export const quoted = (words: string): string =>
  `“${words.replace(/["“”„«»]/g, (mark) => SINGLE[mark] ?? mark)}”`;
const SINGLE: Record<string, string> = {
  '"': "'",
  "“": "‘",
  "”": "’",
  "„": "‚",
  "«": "‹",
  "»": "›",
};

/** What a moment is called where it is shared: the beginning of its words, and who says them. */
export const momentTitle = (quote: string, speaker: string): string =>
  `${quoted(quote)} ${speaker}`;

/** The words of a moment. */
export const wordsOf = (passages: readonly { sentences: readonly { text: string }[] }[]): string =>
  passages.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(" ");

/** The path of the API's word on a moment. */
export const momentApiPath = (debateId: number, moment: string): string =>
  `/api/debates/${debateId}/moment?${new URLSearchParams({ moment })}`;

/** What a saved moment is called, without what tells its kind: 'debate-7-moment-3.2-3.4'. */
export const momentName = (debateId: number, moment: string): string =>
  `debate-${debateId}-moment-${moment}`;
