import type { Motion } from "../parse-motion.ts";

export interface ThemeArgument {
  /** The side's own argument, as consecutive sentences. */
  case: readonly string[];
  /** The side's reply to an argument of the other side on this theme. */
  answer: readonly string[];
  /** The argument as one clause that can follow "that". */
  recap: string;
}

/** A line of argument with a case for both sides. */
export interface ArgumentTheme {
  id: string;
  /** Noun phrase that can follow "the question of". */
  label: string;
  /** Words that identify a text on this theme. */
  words: RegExp;
  for: ThemeArgument;
  against: ThemeArgument;
  /** Motions that it fits; default: all of its bank's kind. */
  suits?: (motion: Motion) => boolean;
}
