import type { Motion } from "./motion.ts";

/** What one side says on a theme. */
export interface Argument {
  /** Its own case: sentences that follow from one another. */
  case: readonly string[];
  /** Its reply when the other side has argued this theme. */
  answer: readonly string[];
  /** The case in one clause, after "that". */
  recap: string;
}

/** A line of argument open to both sides of some motions. */
export interface Theme {
  id: string;
  /** After "the question of …". */
  label: string;
  /** Words by which a text on this theme is known. */
  words: RegExp;
  for: Argument;
  against: Argument;
  /** The motions it can be used on; all of its bank's kind when it does not say. */
  suits?: (motion: Motion) => boolean;
}
