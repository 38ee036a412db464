import { browserStorage } from "#web/lib/browser-storage.ts";

/** Whose verdicts were shown. Where nothing is kept, the scene is shown once more. */
const verdicts = browserStorage("localStorage", "verdicts");
/** As many as anybody comes back to. */
const MOST = 200;

const known = (): string[] => verdicts.readList().filter((each) => typeof each === "string");

const nameOf = (viewerId: number, debateId: number): string => `${viewerId}:${debateId}`;

/** Whether a viewer was shown the scene of a debate's verdict in this browser. */
export const hasWitnessed = (viewerId: number, debateId: number): boolean =>
  known().includes(nameOf(viewerId, debateId));

export const rememberWitnessed = (viewerId: number, debateId: number): void => {
  const name = nameOf(viewerId, debateId);
  const names = [name, ...known().filter((other) => other !== name)].slice(0, MOST);
  verdicts.keep(JSON.stringify(names));
};
