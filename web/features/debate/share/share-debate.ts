import { copyLink } from "#web/lib/browser/copy-to-clipboard.ts";

/** Absolute URL of a debate; a `hash` such as `#turn-3` points to one of its turns. */
export const buildDebateUrl = (debateId: number, hash = ""): string =>
  new URL(`/debate/${debateId}${hash}`, window.location.origin).href;

export const copyDebateLink = (debateId: number): Promise<boolean> =>
  copyLink(buildDebateUrl(debateId), "Debate link copied to clipboard");

export const copyTurnLink = (debateId: number, turnNumber: number): Promise<boolean> =>
  copyLink(
    buildDebateUrl(debateId, `#turn-${turnNumber}`),
    `Link to turn ${turnNumber} copied to clipboard`,
  );

/**
 * Opens the browser's share sheet. Returns false if there is none or sharing failed. Cancelling
 * counts as success.
 */
const tryNativeShare = async (title: string, url: string): Promise<boolean> => {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (err) {
    return err instanceof DOMException && err.name === "AbortError";
  }
};

/** Opens the browser's share sheet or, if that is impossible, copies the link. */
export const shareDebate = async (title: string, debateId: number): Promise<void> => {
  if (!(await tryNativeShare(title, buildDebateUrl(debateId)))) await copyDebateLink(debateId);
};
