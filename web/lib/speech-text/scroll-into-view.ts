import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

/** Height of the header plus a margin, in pixels. */
const TOP_MARGIN_PX = 80;
/** Height of the "Now playing" toast, which is above the bottom bar, plus a margin, in pixels. */
const BOTTOM_MARGIN_PX = 112;

export const getDockHeightPx = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue("--dock")) || 0;

const isPartlyVisible = ({ top, bottom }: DOMRect): boolean =>
  bottom > TOP_MARGIN_PX && top < window.innerHeight - getDockHeightPx();

const isFullyVisible = ({ top, bottom }: DOMRect): boolean =>
  top >= TOP_MARGIN_PX && bottom <= window.innerHeight - getDockHeightPx() - BOTTOM_MARGIN_PX;

/**
 * Scrolls the next sentence into view if the previous one was visible. Otherwise the reader has
 * scrolled elsewhere and stays there.
 */
export const scrollNextSentenceIntoView = (previous: Range | null, next: Range): void => {
  const nextRect = next.getBoundingClientRect();
  const isFollowing = previous === null || isPartlyVisible(previous.getBoundingClientRect());
  if (!isFollowing || isFullyVisible(nextRect)) return;
  window.scrollBy({
    top: nextRect.top - window.innerHeight * 0.3,
    behavior: prefersReducedMotion() ? "auto" : "smooth",
  });
};
