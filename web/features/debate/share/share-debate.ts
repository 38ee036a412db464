import { copyLink } from "#web/lib/share-link.ts";

/** Where a debate is, or one of its turns, for everybody who is sent there. */
export const linkTo = (debateId: number, place = ""): string =>
  new URL(`/debate/${debateId}${place}`, window.location.origin).href;

export const copyDebateLink = (debateId: number): Promise<boolean> =>
  copyLink(linkTo(debateId), "Debate link copied to clipboard");

export const copyTurnLink = (debateId: number, turnNumber: number): Promise<boolean> =>
  copyLink(
    linkTo(debateId, `#turn-${turnNumber}`),
    `Link to turn ${turnNumber} copied to clipboard`,
  );

/** Whether the sheet was there. Closing it is no failure, a sheet that is refused is none at all. */
const isShared = async (title: string, url: string): Promise<boolean> => {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (err) {
    return err instanceof DOMException && err.name === "AbortError";
  }
};

/** The native share sheet where there is one, else the link into the clipboard. */
export const shareDebate = async (title: string, debateId: number): Promise<void> => {
  if (!(await isShared(title, linkTo(debateId)))) await copyDebateLink(debateId);
};
