/** What is taken out: a condition or a lock of a statement, or something the outside world is told. */
export type Guard = "condition" | "lock" | "effect";

/** A guard that is taken out: the words between two offsets, and what takes their place. */
export interface Edit {
  guard: Guard;
  start: number;
  end: number;
  /** `$&` stands for the words that were there. */
  by: string;
  /** What that comes to, for people. */
  means: "true" | "false" | "nothing";
}

export const wordsOf = (text: string, { start, end }: Edit): string => text.slice(start, end);

export const applyEdit = (text: string, edit: Edit): string =>
  text.slice(0, edit.start) +
  edit.by.replace("$&", () => wordsOf(text, edit)) +
  text.slice(edit.end);
