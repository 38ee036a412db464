import {
  heardMs,
  isMoment,
  type Moment,
  MOMENT_MAX_MS,
  type SaidSentence,
  type SentencePlace,
} from "#shared/domain/moment.ts";
import type { Role } from "#shared/domain/side.ts";
import type { WantedPassage } from "./moment-store.ts";

/** The timed sentences of a turn, or of the part of it in a clip. */
export interface SaidTurn {
  turnNumber: number;
  role: Role;
  said: readonly SaidSentence[];
}

/** The clip's sentences in a turn as a slice range: zero-based, end exclusive. */
export const extentIn = (
  { turnNumber, said }: SaidTurn,
  { from, to }: Moment,
): [from: number, before: number] => {
  if (turnNumber < from.turnNumber || turnNumber > to.turnNumber) return [0, 0];
  return [
    turnNumber === from.turnNumber ? from.sentence - 1 : 0,
    turnNumber === to.turnNumber ? to.sentence : said.length,
  ];
};

/** The clip's parts of each turn. */
export const partsOf = (turns: readonly SaidTurn[], moment: Moment): SaidTurn[] =>
  turns
    .map((turn) => ({ ...turn, said: turn.said.slice(...extentIn(turn, moment)) }))
    .filter(({ said }) => said.length > 0);

export const lengthOf = (turns: readonly SaidTurn[], moment: Moment): number =>
  heardMs(partsOf(turns, moment).map(({ said }) => said));

const sentencesOf = (turns: readonly SaidTurn[], number: number): number =>
  turns.find(({ turnNumber }) => turnNumber === number)?.said.length ?? 0;

const isThere = (turns: readonly SaidTurn[], { turnNumber, sentence }: SentencePlace): boolean =>
  sentence >= 1 && sentence <= sentencesOf(turns, turnNumber);

/** Whether a clip is valid: all its sentences exist and it is not too long. */
export const isShareable = (turns: readonly SaidTurn[], moment: Moment): boolean =>
  isMoment(moment) &&
  isThere(turns, moment.from) &&
  isThere(turns, moment.to) &&
  lengthOf(turns, moment) <= MOMENT_MAX_MS;

/** The next or previous sentence, possibly in the adjacent turn. */
export const placeBeside = (
  turns: readonly SaidTurn[],
  { turnNumber, sentence }: SentencePlace,
  by: 1 | -1,
): SentencePlace => {
  const beside = sentence + by;
  if (beside < 1)
    return { turnNumber: turnNumber - 1, sentence: sentencesOf(turns, turnNumber - 1) };
  if (beside > sentencesOf(turns, turnNumber)) return { turnNumber: turnNumber + 1, sentence: 1 };
  return { turnNumber, sentence: beside };
};

/** Default clip length, rounded down to whole sentences. */
const USUAL_MS = 20_000;

/**
 * The longest clip from sentence `first` that ends at sentence `most` or earlier and lasts at most
 * `ms`. Contains at least one sentence.
 */
const from = (turn: SaidTurn, first: number, most: number, ms: number): Moment => {
  const { turnNumber } = turn;
  const upTo = (last: number): Moment => ({
    from: { turnNumber, sentence: first },
    to: { turnNumber, sentence: last },
  });
  let last = first;
  while (last < most && lengthOf([turn], upTo(last + 1)) <= ms) last += 1;
  return upTo(last);
};

/** The initial clip: the selected text up to the maximum length, or what is playing. */
export const offeredMoment = (turns: readonly SaidTurn[], wanted: WantedPassage): Moment => {
  const { turnNumber, first, last, lastTurn, at } = wanted;
  const turn = turns.find((each) => each.turnNumber === turnNumber);
  if (!turn) throw new Error("What is shared is of a turn that is there.");
  if (first !== undefined && last !== undefined && lastTurn !== undefined) {
    const whole = {
      from: { turnNumber, sentence: first },
      to: { turnNumber: lastTurn, sentence: last },
    };
    if (isShareable(turns, whole)) return whole;
  }
  const { said } = turn;
  if (first !== undefined)
    return from(turn, first, Math.min(last ?? first, said.length), MOMENT_MAX_MS);
  const heard = said.findLastIndex(({ startMs }) => startMs <= (at ?? 0) * 1000);
  return from(turn, Math.max(0, heard) + 1, said.length, USUAL_MS);
};
