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

/** What is said in a turn, or what a moment has of it. */
export interface SaidTurn {
  turnNumber: number;
  role: Role;
  said: readonly SaidSentence[];
}

/** Which sentences of a turn a moment has: from this one, counted from 0, up to before that one. */
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

/** What a moment has of each of its turns. */
export const partsOf = (turns: readonly SaidTurn[], moment: Moment): SaidTurn[] =>
  turns
    .map((turn) => ({ ...turn, said: turn.said.slice(...extentIn(turn, moment)) }))
    .filter(({ said }) => said.length > 0);

/** How long a moment is heard. */
export const lengthOf = (turns: readonly SaidTurn[], moment: Moment): number =>
  heardMs(partsOf(turns, moment).map(({ said }) => said));

const sentencesOf = (turns: readonly SaidTurn[], number: number): number =>
  turns.find(({ turnNumber }) => turnNumber === number)?.said.length ?? 0;

const isThere = (turns: readonly SaidTurn[], { turnNumber, sentence }: SentencePlace): boolean =>
  sentence >= 1 && sentence <= sentencesOf(turns, turnNumber);

/** Whether a moment can be shared: all of it is there, and no more than a moment may be. */
export const isShareable = (turns: readonly SaidTurn[], moment: Moment): boolean =>
  isMoment(moment) &&
  isThere(turns, moment.from) &&
  isThere(turns, moment.to) &&
  lengthOf(turns, moment) <= MOMENT_MAX_MS;

/** The place of the sentence after another or before it, be it in the turn beside. */
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

/** What is shared from where somebody listens: so much, where whole sentences make that. */
const USUAL_MS = 20_000;

/** The moment from a sentence of a turn on, up to another one at most, of so many milliseconds. */
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

/** What is offered first: what was selected as far as it may be long, or what is heard just now. */
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
