/**
 * What is taken out: a condition or a lock of a statement, something the outside world is told, or an
 * early exit of a function.
 */
export type GuardKind = "condition" | "lock" | "effect" | "exit";

/** The code around a guard that records that it acts; `id` is a string literal. */
export type GuardProbe = (id: string) => { before: string; after: string };

/** A guard that is taken out: the words between two offsets, and what takes their place. */
export interface GuardEdit {
  guard: GuardKind;
  start: number;
  end: number;
  /** `$&` stands for the words that were there. */
  by: string;
  /** What that comes to, for people. */
  means: "true" | "false" | "nothing";
  /** The name of the guard, where the words alone do not tell it from others. */
  shown?: string;
  /** Only for guards of which a test run records where they act. */
  probe?: GuardProbe;
}

export const getEditedText = (text: string, { start, end }: GuardEdit): string =>
  text.slice(start, end);

export const applyEdit = (text: string, edit: GuardEdit): string =>
  text.slice(0, edit.start) +
  edit.by.replace("$&", () => getEditedText(text, edit)) +
  text.slice(edit.end);

/** Adds the probes of guards, which may be inside one another. */
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
    .reduce((so, { at, words }) => so.slice(0, at) + words + so.slice(at), text);
};
