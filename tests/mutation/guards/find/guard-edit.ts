/**
 * Kind of the removed guard: a condition or lock of an SQL statement, a call with an external
 * effect, or an early exit of a function.
 */
export type GuardKind = "condition" | "lock" | "effect" | "exit";

/**
 * Code to put around a guard, which records when the guard acts. `id` is the source text of a
 * string literal.
 */
export type GuardProbe = (id: string) => { before: string; after: string };

/** Removes a guard by replacing the text between two offsets. */
export interface GuardEdit {
  guard: GuardKind;
  start: number;
  end: number;
  /** Replacement of the text. `$&` stands for the original text. */
  by: string;
  /** What the report says the guard became: always true, always false, or removed (`nothing`). */
  means: "true" | "false" | "nothing";
  /** Name of the guard in the report, if its text is ambiguous. */
  shown?: string;
  /** Only for guards whose execution is recorded for each test. */
  probe?: GuardProbe;
}

export const getEditedText = (text: string, { start, end }: GuardEdit): string =>
  text.slice(start, end);

export const applyEdit = (text: string, edit: GuardEdit): string =>
  text.slice(0, edit.start) +
  edit.by.replace("$&", () => getEditedText(text, edit)) +
  text.slice(edit.end);

/** Returns the text with the probes of all guards. Guards may be nested. */
export const addProbes = (
  text: string,
  guards: readonly { id: string; edit: GuardEdit }[],
): string => {
  const added = guards.flatMap(({ id, edit: { start, end, probe } }) => {
    const { before, after } = probe?.(JSON.stringify(id)) ?? { before: "", after: "" };
    return [
      { at: start, words: before },
      { at: end, words: after },
    ];
  });
  return added
    .toSorted((a, b) => b.at - a.at)
    .reduce((edited, { at, words }) => edited.slice(0, at) + words + edited.slice(at), text);
};
