import { copyLink } from "#web/lib/browser/copy-to-clipboard.ts";

/** Absolute URL of a debate or of a place in it. */
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
 * Opens the native share sheet. Returns false if there is none or it failed; cancelling counts as
 * success.
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

/** Uses the native share sheet, or copies the link. */
export const shareDebate = async (title: string, debateId: number): Promise<void> => {
  if (!(await tryNativeShare(title, buildDebateUrl(debateId)))) await copyDebateLink(debateId);
};
