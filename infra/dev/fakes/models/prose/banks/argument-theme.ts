import type { Motion } from "../parse-motion.ts";

export interface ThemeArgument {
  /** The own case, as consecutive sentences. */
  case: readonly string[];
  /** The answer if the other side has argued this theme. */
  answer: readonly string[];
  /** The case as one clause, after "that". */
  recap: string;
}

/** A line of argument with a case for both sides. */
export interface ArgumentTheme {
  id: string;
  /** After "the question of …". */
  label: string;
  /** Words that identify a text on this theme. */
  words: RegExp;
  for: ThemeArgument;
  against: ThemeArgument;
  /** Motions that it fits; default: all of its bank's kind. */
  suits?: (motion: Motion) => boolean;
}
