import {
  computeClipDurationMs,
  isValidClip,
  type Clip,
  CLIP_MAX_MS,
  type TimedSentence,
  type SentencePosition,
} from "#shared/domain/audio/clip.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { ClipShareRequest } from "#web/lib/clip-dialog-store.ts";

/** A turn's sentences with their times: all of them, or those in a clip. */
export interface TimedTurn {
  turnNumber: number;
  role: Role;
  sentences: readonly TimedSentence[];
}

/** The sentences of a turn that are in the clip, as zero-based arguments of `slice`. */
export const getSentenceRange = (
  { turnNumber, sentences }: TimedTurn,
  { from, to }: Clip,
): [start: number, end: number] => {
  if (turnNumber < from.turnNumber || turnNumber > to.turnNumber) return [0, 0];
  return [
    turnNumber === from.turnNumber ? from.sentence - 1 : 0,
    turnNumber === to.turnNumber ? to.sentence : sentences.length,
  ];
};

/** The clip's turns, each with only the sentences that are in the clip. */
export const selectTurnParts = (turns: readonly TimedTurn[], clip: Clip): TimedTurn[] =>
  turns
    .map((turn) => ({ ...turn, sentences: turn.sentences.slice(...getSentenceRange(turn, clip)) }))
    .filter(({ sentences }) => sentences.length > 0);

export const getClipDurationMs = (turns: readonly TimedTurn[], clip: Clip): number =>
  computeClipDurationMs(selectTurnParts(turns, clip).map(({ sentences }) => sentences));

const countSentences = (turns: readonly TimedTurn[], number: number): number =>
  turns.find(({ turnNumber }) => turnNumber === number)?.sentences.length ?? 0;

const sentenceExists = (
  turns: readonly TimedTurn[],
  { turnNumber, sentence }: SentencePosition,
): boolean => sentence >= 1 && sentence <= countSentences(turns, turnNumber);

/** Whether a clip is valid: all its sentences exist and it is not too long. */
export const isShareableClip = (turns: readonly TimedTurn[], clip: Clip): boolean =>
  isValidClip(clip) &&
  sentenceExists(turns, clip.from) &&
  sentenceExists(turns, clip.to) &&
  getClipDurationMs(turns, clip) <= CLIP_MAX_MS;

/** The next or previous sentence, possibly in the adjacent turn. */
export const getAdjacentSentence = (
  turns: readonly TimedTurn[],
  { turnNumber, sentence }: SentencePosition,
  step: 1 | -1,
): SentencePosition => {
  const adjacent = sentence + step;
  if (adjacent < 1)
    return { turnNumber: turnNumber - 1, sentence: countSentences(turns, turnNumber - 1) };
  if (adjacent > countSentences(turns, turnNumber))
    return { turnNumber: turnNumber + 1, sentence: 1 };
  return { turnNumber, sentence: adjacent };
};

/** Maximum length of a clip that starts at the playback position. */
const DEFAULT_CLIP_MS = 20_000;

/**
 * The longest clip from sentence `first` that ends at `maxSentence` or earlier and lasts at most
 * `maxMs`. Contains at least one sentence.
 */
const buildClipFrom = (
  turn: TimedTurn,
  first: number,
  maxSentence: number,
  maxMs: number,
): Clip => {
  const { turnNumber } = turn;
  const clipUpTo = (last: number): Clip => ({
    from: { turnNumber, sentence: first },
    to: { turnNumber, sentence: last },
  });
  let last = first;
  while (last < maxSentence && getClipDurationMs([turn], clipUpTo(last + 1)) <= maxMs) last += 1;
  return clipUpTo(last);
};

/** The clip shown first: the selected text up to the maximum length, or what is playing. */
export const getInitialClip = (turns: readonly TimedTurn[], request: ClipShareRequest): Clip => {
  const { turnNumber, first, last, lastTurn, positionS } = request;
  const turn = turns.find((each) => each.turnNumber === turnNumber);
  if (!turn) throw new Error(`There is no turn ${turnNumber} to share.`);
  if (first !== undefined && last !== undefined && lastTurn !== undefined) {
    const selectedClip = {
      from: { turnNumber, sentence: first },
      to: { turnNumber: lastTurn, sentence: last },
    };
    if (isShareableClip(turns, selectedClip)) return selectedClip;
  }
  const { sentences } = turn;
  if (first !== undefined)
    return buildClipFrom(turn, first, Math.min(last ?? first, sentences.length), CLIP_MAX_MS);
  const playedIndex = sentences.findLastIndex(({ startMs }) => startMs <= (positionS ?? 0) * 1000);
  return buildClipFrom(turn, Math.max(0, playedIndex) + 1, sentences.length, DEFAULT_CLIP_MS);
};
