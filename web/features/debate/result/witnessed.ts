import { browserStorage } from "#web/lib/browser-storage.ts";

/** Verdicts whose animation was shown. Without storage it is shown again. */
const verdicts = browserStorage("localStorage", "verdicts");
const MOST = 200;

const known = (): string[] => verdicts.readList().filter((each) => typeof each === "string");

const nameOf = (viewerId: number, debateId: number): string => `${viewerId}:${debateId}`;

/** Whether this browser has shown the viewer the animation of a debate's verdict. */
export const hasWitnessed = (viewerId: number, debateId: number): boolean =>
  known().includes(nameOf(viewerId, debateId));

export const rememberWitnessed = (viewerId: number, debateId: number): void => {
  const name = nameOf(viewerId, debateId);
  const names = [name, ...known().filter((other) => other !== name)].slice(0, MOST);
  verdicts.keep(JSON.stringify(names));
};
