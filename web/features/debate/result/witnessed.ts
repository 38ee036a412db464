/** Where the browser keeps whose verdicts were shown. */
const KEY = "verdicts";
/** As many as anybody comes back to. */
const MOST = 200;

const known = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // no storage, or not ours: the scene is shown once more
  }
};

const nameOf = (viewerId: number, debateId: number): string => `${viewerId}:${debateId}`;

/** Whether a viewer was shown the scene of a debate's verdict in this browser. */
export const hasWitnessed = (viewerId: number, debateId: number): boolean =>
  known().includes(nameOf(viewerId, debateId));

export const rememberWitnessed = (viewerId: number, debateId: number): void => {
  const name = nameOf(viewerId, debateId);
  const names = [name, ...known().filter((other) => other !== name)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // full or forbidden: nothing is lost but that
  }
};
