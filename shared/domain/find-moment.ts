import {
  estimated,
  heardMs,
  type Moment,
  MOMENT_MAX_MS,
  momentOf,
  type SaidSentence,
} from "./moment.ts";
import { spokenSentences } from "./spoken-sentences.ts";
import type { TurnStatus } from "./turn.ts";
import type { Viewer } from "./viewer.ts";
import { maySeeTurn, VISITOR_TURNS } from "./visitor.ts";

export interface TurnOfMoment {
  turnNumber: number;
  status: TurnStatus;
  content: string;
  isHidden: boolean;
  recorded: readonly SaidSentence[] | null;
}

export interface Passage<T> {
  turn: T;
  /** Number of its first sentence, from 1. */
  first: number;
  sentences: SaidSentence[];
}

/** The passages of a clip, or a message for the user why there are none. */
export type FoundMoment<T> =
  { moment: Moment; passages: Passage<T>[]; problem: null } | { problem: string };

const none = (problem: string): { problem: string } => ({ problem });

const isAlike = (recorded: readonly SaidSentence[], sentences: readonly string[]): boolean =>
  recorded.length === sentences.length && recorded.every(({ text }, n) => text === sentences[n]);

/** All sentences of a turn; null if the recording has a different text than the turn. */
const saidIn = ({ content, recorded }: TurnOfMoment): SaidSentence[] | null => {
  const sentences = spokenSentences(content);
  if (recorded === null) return estimated(sentences);
  return isAlike(recorded, sentences) ? [...recorded] : null;
};

const passageOf = <T extends TurnOfMoment>(
  { from, to }: Moment,
  turn: T,
): Passage<T> | { problem: string } => {
  const { turnNumber } = turn;
  if (turn.isHidden && turn.content === "")
    return none(`Turn ${turnNumber} is hidden while it is reviewed, and this moment with it.`);
  if (turn.status !== "complete") return none(`Turn ${turnNumber} is not finished yet.`);
  const all = saidIn(turn);
  if (all === null)
    return none(`Turn ${turnNumber} was recorded anew in other words: this moment is gone.`);
  const first = turnNumber === from.turnNumber ? from.sentence : 1;
  const last = turnNumber === to.turnNumber ? to.sentence : all.length;
  if (last > all.length || first > last)
    return none(`Turn ${turnNumber} ends before this moment: it has ${all.length} sentences.`);
  return { turn, first, sentences: all.slice(first - 1, last) };
};

/**
 * Finds a clip among a debate's turns, by its URL parameter. Returns a problem if the viewer may
 * not see it or it does not exist.
 */
export const findMoment = <T extends TurnOfMoment>(
  written: string,
  turns: readonly T[],
  viewer: Viewer,
): FoundMoment<T> => {
  const moment = momentOf(written);
  if (!moment) return none("This link names no moment of the debate.");
  if (!maySeeTurn(viewer, moment.to.turnNumber))
    return none(
      `This moment is beyond the first ${VISITOR_TURNS} turns. Join to read and hear it.`,
    );
  const passages: Passage<T>[] = [];
  for (let number = moment.from.turnNumber; number <= moment.to.turnNumber; number++) {
    const turn = turns.find(({ turnNumber }) => turnNumber === number);
    const found = turn
      ? passageOf(moment, turn)
      : none(`There is no turn ${number} in this debate.`);
    if ("problem" in found) return found;
    passages.push(found);
  }
  if (heardMs(passages.map(({ sentences }) => sentences)) > MOMENT_MAX_MS)
    return none("This moment is longer than a minute.");
  return { moment, passages, problem: null };
};
