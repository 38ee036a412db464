import { CLIP_PARAMETER } from "../debates/sharing/debate-picture.ts";
import type { LanguageTag } from "../debates/language/language.ts";
import { wrapInQuotes } from "../debates/language/quotation-marks.ts";

/** A sentence's position, both numbers from 1: `3.2` is the second sentence of turn 3. */
export interface SentencePosition {
  turnNumber: number;
  sentence: number;
}

/** A clip: a shared passage from one sentence to another. */
export interface Clip {
  from: SentencePosition;
  to: SentencePosition;
}

export const CLIP_MAX_MS = 60_000;
export const CLIP_TURN_GAP_MS = 600;
/** Maximum number of turns in a clip: a speech and its answer. */
const MAX_CLIP_TURNS = 2;

/** The numbers of digits follow from the maximum number of turns and of characters per turn. */
const CLIP_PATTERN = /^([1-9]\d?)\.([1-9]\d{0,4})-([1-9]\d?)\.([1-9]\d{0,4})$/;

/** Whether the clip ends at or after its start, and spans at most `MAX_CLIP_TURNS` turns. */
export const isValidClip = ({ from, to }: Clip): boolean => {
  const turns = to.turnNumber - from.turnNumber + 1;
  return turns === 1 ? to.sentence >= from.sentence : turns > 1 && turns <= MAX_CLIP_TURNS;
};

/** Parses `3.2-3.4`; null if it is invalid. */
export const parseClip = (text: string): Clip | null => {
  const [turn = 0, sentence = 0, lastTurn = 0, last = 0] =
    CLIP_PATTERN.exec(text)?.slice(1).map(Number) ?? [];
  const clip = {
    from: { turnNumber: turn, sentence },
    to: { turnNumber: lastTurn, sentence: last },
  };
  return turn > 0 && isValidClip(clip) ? clip : null;
};

const formatPosition = ({ turnNumber, sentence }: SentencePosition): string =>
  `${turnNumber}.${sentence}`;

/** Formats a clip as `3.2-3.4`, for URLs. */
export const formatClip = ({ from, to }: Clip): string =>
  `${formatPosition(from)}-${formatPosition(to)}`;

export const buildClipPath = (debateId: number, clip: Clip): string =>
  `/debate/${debateId}?${CLIP_PARAMETER}=${formatClip(clip)}`;

/** A sentence with its times in the turn's recording, in milliseconds. */
export interface TimedSentence {
  text: string;
  startMs: number;
  endMs: number;
}

export const computeClipDurationMs = (passages: readonly (readonly TimedSentence[])[]): number =>
  passages.reduce(
    (sum, sentences) => sum + (sentences.at(-1)?.endMs ?? 0) - (sentences[0]?.startMs ?? 0),
    CLIP_TURN_GAP_MS * Math.max(0, passages.length - 1),
  );

/**
 * Characters per second of a slow voice. Estimates with this value are too long rather than too
 * short, so a clip that fits by estimate also fits once it is recorded.
 */
const SLOW_CHARACTERS_PER_SECOND = 12;

export const estimateSentenceTimes = (sentences: readonly string[]): TimedSentence[] => {
  let atMs = 0;
  return sentences.map((text) => {
    const startMs = atMs;
    atMs += Math.round((text.length * 1000) / SLOW_CHARACTERS_PER_SECOND);
    return { text, startMs, endMs: atMs };
  });
};

/** Title of a shared clip: its first words and the speaker. */
export const buildClipTitle = (quote: string, speaker: string, language: LanguageTag): string =>
  `${wrapInQuotes(quote, language)} ${speaker}`;

/** Matches a Chinese or Japanese sentence. These languages have no space between sentences. */
const FULL_WIDTH_END = /[。！？｡」』）】][”’」』）】]{0,4}$/;

/** What stands between a sentence and the next one. */
export const getSentenceGap = (sentence: string): string =>
  FULL_WIDTH_END.test(sentence) ? "" : " ";

export const joinSentences = (sentences: readonly { text: string }[]): string =>
  sentences.reduce(
    (joined, { text }) => (joined === "" ? text : joined + getSentenceGap(joined) + text),
    "",
  );

export const joinClipText = (
  passages: readonly { sentences: readonly { text: string }[] }[],
): string => joinSentences(passages.flatMap(({ sentences }) => sentences));

export const buildClipApiPath = (debateId: number, clip: string): string =>
  `/api/debates/${debateId}/moment?${new URLSearchParams({ moment: clip })}`;

/** File name of a saved clip without extension: 'debate-7-moment-3.2-3.4'. */
export const buildClipFileName = (debateId: number, clip: string): string =>
  `debate-${debateId}-moment-${clip}`;
