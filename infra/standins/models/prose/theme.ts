import type { Motion } from "./motion.ts";

export interface Argument {
  /** The own case, as consecutive sentences. */
  case: readonly string[];
  /** The answer if the other side has argued this theme. */
  answer: readonly string[];
  /** The case as one clause, after "that". */
  recap: string;
}

/** A line of argument with a case for both sides. */
export interface Theme {
  id: string;
  /** After "the question of …". */
  label: string;
  /** Words that identify a text on this theme. */
  words: RegExp;
  for: Argument;
  against: Argument;
  /** Motions that it fits; default: all of its bank's kind. */
  suits?: (motion: Motion) => boolean;
}
