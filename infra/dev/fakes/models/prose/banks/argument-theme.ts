import type { Motion } from "../parse-motion.ts";

export interface ThemeArgument {
  /** The side's own argument on the theme, as consecutive sentences. */
  case: readonly string[];
  /** The side's answer to the other side's argument on the theme. */
  answer: readonly string[];
  /** The argument as one clause, written to follow "that". */
  recap: string;
}

/** A theme of a debate, with arguments for both sides. */
export interface ArgumentTheme {
  id: string;
  /** The theme as a noun phrase, written to follow "the question of". */
  label: string;
  /** Words that show that a text argues this theme. */
  words: RegExp;
  for: ThemeArgument;
  against: ThemeArgument;
  /** Returns whether the theme fits a motion; absent: it fits all motions of its kind. */
  suits?: (motion: Motion) => boolean;
}
