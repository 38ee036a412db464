import {
  estimateSentenceTimes,
  computeClipDurationMs,
  type Clip,
  CLIP_MAX_MS,
  parseClip,
  type TimedSentence,
} from "./clip.ts";
import { splitSentences } from "../text/sentence-splitter.ts";
import type { TurnStatus } from "../debates/turn.ts";
import type { Viewer } from "../accounts/viewer.ts";
import { canSeeTurn, VISITOR_MAX_TURNS } from "../accounts/visitor-limits.ts";

export interface ClipTurn {
  turnNumber: number;
  status: TurnStatus;
  content: string;
  isHidden: boolean;
  recorded: readonly TimedSentence[] | null;
}

export interface TurnPassage<T> {
  turn: T;
  /** Number of the passage's first sentence, from 1. */
  first: number;
  sentences: TimedSentence[];
}

/** The passages of a clip, or a message for the user why there are none. */
export type ClipResult<T> =
  { moment: Clip; passages: TurnPassage<T>[]; problem: null } | { problem: string };

const createProblem = (problem: string): { problem: string } => ({ problem });

const withoutSpace = (texts: readonly string[]): string => texts.join("").replace(/\s/g, "");

/**
 * Compares the texts without spaces, because earlier versions split some speeches at other places.
 */
const hasSameText = (recorded: readonly TimedSentence[], sentences: readonly string[]): boolean =>
  withoutSpace(recorded.map(({ text }) => text)) === withoutSpace(sentences);

/**
 * Returns all sentences of a turn with their recorded or estimated times. Null if the recording has
 * a different text than the turn.
 */
const getTimedSentences = ({ content, recorded }: ClipTurn): TimedSentence[] | null => {
  const sentences = splitSentences(content);
  if (recorded === null) return estimateSentenceTimes(sentences);
  return hasSameText(recorded, sentences) ? [...recorded] : null;
};

const extractPassage = <T extends ClipTurn>(
  { from, to }: Clip,
  turn: T,
): TurnPassage<T> | { problem: string } => {
  const { turnNumber } = turn;
  if (turn.isHidden && turn.content === "")
    return createProblem(`Turn ${turnNumber} is hidden until it is reviewed. So is this moment.`);
  if (turn.status !== "complete") return createProblem(`Turn ${turnNumber} is not finished yet.`);
  const all = getTimedSentences(turn);
  if (all === null)
    return createProblem(
      `Turn ${turnNumber} was recorded again with a different text. This moment is gone.`,
    );
  const first = turnNumber === from.turnNumber ? from.sentence : 1;
  const last = turnNumber === to.turnNumber ? to.sentence : all.length;
  if (last > all.length || first > last)
    return createProblem(
      `Turn ${turnNumber} has only ${all.length} sentences. This moment doesn't exist.`,
    );
  return { turn, first, sentences: all.slice(first - 1, last) };
};

/**
 * Finds a clip among a debate's turns, by its URL parameter. Returns a problem if the clip does not
 * exist or the viewer may not see it.
 */
export const findClip = <T extends ClipTurn>(
  text: string,
  turns: readonly T[],
  viewer: Viewer,
): ClipResult<T> => {
  const moment = parseClip(text);
  if (!moment) return createProblem("This link doesn't point to a moment of this debate.");
  if (!canSeeTurn(viewer, moment.to.turnNumber))
    return createProblem(
      `This moment is after turn ${VISITOR_MAX_TURNS}. Join to read and hear it.`,
    );
  const passages: TurnPassage<T>[] = [];
  for (let number = moment.from.turnNumber; number <= moment.to.turnNumber; number++) {
    const turn = turns.find(({ turnNumber }) => turnNumber === number);
    const found = turn
      ? extractPassage(moment, turn)
      : createProblem(`There is no turn ${number} in this debate.`);
    if ("problem" in found) return found;
    passages.push(found);
  }
  if (computeClipDurationMs(passages.map(({ sentences }) => sentences)) > CLIP_MAX_MS)
    return createProblem("This moment is longer than a minute.");
  return { moment, passages, problem: null };
};
