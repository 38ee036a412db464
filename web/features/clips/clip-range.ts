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

/** The timed sentences of a turn, or of the part of it in a clip. */
export interface TimedTurn {
  turnNumber: number;
  role: Role;
  said: readonly TimedSentence[];
}

/** The clip's sentences in a turn as a slice range: zero-based, end exclusive. */
export const getSentenceRange = (
  { turnNumber, said }: TimedTurn,
  { from, to }: Clip,
): [from: number, before: number] => {
  if (turnNumber < from.turnNumber || turnNumber > to.turnNumber) return [0, 0];
  return [
    turnNumber === from.turnNumber ? from.sentence - 1 : 0,
    turnNumber === to.turnNumber ? to.sentence : said.length,
  ];
};

/** The clip's parts of each turn. */
export const selectTurnParts = (turns: readonly TimedTurn[], moment: Clip): TimedTurn[] =>
  turns
    .map((turn) => ({ ...turn, said: turn.said.slice(...getSentenceRange(turn, moment)) }))
    .filter(({ said }) => said.length > 0);

export const getClipDurationMs = (turns: readonly TimedTurn[], moment: Clip): number =>
  computeClipDurationMs(selectTurnParts(turns, moment).map(({ said }) => said));

const countSentences = (turns: readonly TimedTurn[], number: number): number =>
  turns.find(({ turnNumber }) => turnNumber === number)?.said.length ?? 0;

const sentenceExists = (
  turns: readonly TimedTurn[],
  { turnNumber, sentence }: SentencePosition,
): boolean => sentence >= 1 && sentence <= countSentences(turns, turnNumber);

/** Whether a clip is valid: all its sentences exist and it is not too long. */
export const isShareableClip = (turns: readonly TimedTurn[], moment: Clip): boolean =>
  isValidClip(moment) &&
  sentenceExists(turns, moment.from) &&
  sentenceExists(turns, moment.to) &&
  getClipDurationMs(turns, moment) <= CLIP_MAX_MS;

/** The next or previous sentence, possibly in the adjacent turn. */
export const getAdjacentSentence = (
  turns: readonly TimedTurn[],
  { turnNumber, sentence }: SentencePosition,
  by: 1 | -1,
): SentencePosition => {
  const beside = sentence + by;
  if (beside < 1)
    return { turnNumber: turnNumber - 1, sentence: countSentences(turns, turnNumber - 1) };
  if (beside > countSentences(turns, turnNumber))
    return { turnNumber: turnNumber + 1, sentence: 1 };
  return { turnNumber, sentence: beside };
};

/** Default clip length, rounded down to whole sentences. */
const DEFAULT_CLIP_MS = 20_000;

/**
 * The longest clip from sentence `first` that ends at sentence `most` or earlier and lasts at most
 * `ms`. Contains at least one sentence.
 */
const buildClipFrom = (turn: TimedTurn, first: number, most: number, ms: number): Clip => {
  const { turnNumber } = turn;
  const upTo = (last: number): Clip => ({
    from: { turnNumber, sentence: first },
    to: { turnNumber, sentence: last },
  });
  let last = first;
  while (last < most && getClipDurationMs([turn], upTo(last + 1)) <= ms) last += 1;
  return upTo(last);
};

/** The initial clip: the selected text up to the maximum length, or what is playing. */
export const getInitialClip = (turns: readonly TimedTurn[], wanted: ClipShareRequest): Clip => {
  const { turnNumber, first, last, lastTurn, at } = wanted;
  const turn = turns.find((each) => each.turnNumber === turnNumber);
  if (!turn) throw new Error("What is shared is of a turn that is there.");
  if (first !== undefined && last !== undefined && lastTurn !== undefined) {
    const whole = {
      from: { turnNumber, sentence: first },
      to: { turnNumber: lastTurn, sentence: last },
    };
    if (isShareableClip(turns, whole)) return whole;
  }
  const { said } = turn;
  if (first !== undefined)
    return buildClipFrom(turn, first, Math.min(last ?? first, said.length), CLIP_MAX_MS);
  const heard = said.findLastIndex(({ startMs }) => startMs <= (at ?? 0) * 1000);
  return buildClipFrom(turn, Math.max(0, heard) + 1, said.length, DEFAULT_CLIP_MS);
};
