import { MOMENT } from "./debate-picture.ts";

/** A sentence's position, both numbers from 1: `3.2` is the second sentence of turn 3. */
export interface SentencePlace {
  turnNumber: number;
  sentence: number;
}

/** A clip: a shared passage from one sentence to another. */
export interface Moment {
  from: SentencePlace;
  to: SentencePlace;
}

export const MOMENT_MAX_MS = 60_000;
export const MOMENT_GAP_MS = 600;
/** Maximum number of turns in a clip: a speech and its answer. */
const MOST_TURNS = 2;

/** Bounded by the maximum number of turns and characters per turn. */
const WRITTEN = /^([1-9]\d?)\.([1-9]\d{0,4})-([1-9]\d?)\.([1-9]\d{0,4})$/;

/** Whether the clip does not end before it starts, and spans at most `MOST_TURNS` turns. */
export const isMoment = ({ from, to }: Moment): boolean => {
  const turns = to.turnNumber - from.turnNumber + 1;
  return turns === 1 ? to.sentence >= from.sentence : turns > 1 && turns <= MOST_TURNS;
};

/** Parses `3.2-3.4`; null if it is invalid. */
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

/** Formats a clip as `3.2-3.4`, for URLs. */
export const writtenMoment = ({ from, to }: Moment): string => `${written(from)}-${written(to)}`;

export const momentPath = (debateId: number, moment: Moment): string =>
  `/debate/${debateId}?${MOMENT}=${writtenMoment(moment)}`;

/** A sentence with its times in the turn's recording, in milliseconds. */
export interface SaidSentence {
  text: string;
  startMs: number;
  endMs: number;
}

export const heardMs = (passages: readonly (readonly SaidSentence[])[]): number =>
  passages.reduce(
    (sum, said) => sum + (said.at(-1)?.endMs ?? 0) - (said[0]?.startMs ?? 0),
    MOMENT_GAP_MS * Math.max(0, passages.length - 1),
  );

/**
 * Characters per second of a slow voice. Estimates are therefore too long, and a clip that fits by
 * estimate also fits once recorded.
 */
const CHARACTERS_A_SECOND = 12;

export const estimated = (sentences: readonly string[]): SaidSentence[] => {
  let atMs = 0;
  return sentences.map((text) => {
    const startMs = atMs;
    atMs += Math.round((text.length * 1000) / CHARACTERS_A_SECOND);
    return { text, startMs, endMs: atMs };
  });
};

/** Adds quotation marks; inner ones become single. */
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

/** Title of a shared clip: its first words and the speaker. */
export const momentTitle = (quote: string, speaker: string): string =>
  `${quoted(quote)} ${speaker}`;

export const wordsOf = (passages: readonly { sentences: readonly { text: string }[] }[]): string =>
  passages.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(" ");

export const momentApiPath = (debateId: number, moment: string): string =>
  `/api/debates/${debateId}/moment?${new URLSearchParams({ moment })}`;

/** File name of a saved clip without extension: 'debate-7-moment-3.2-3.4'. */
export const momentName = (debateId: number, moment: string): string =>
  `debate-${debateId}-moment-${moment}`;
