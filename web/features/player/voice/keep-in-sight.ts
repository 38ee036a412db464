import { prefersCalm } from "#web/lib/use-browser.ts";

/** The header's height, in pixels, and some air. */
const TOP_PX = 80;
/** The toast's that says what plays now, above what floats at the bottom, and some air. */
const BOTTOM_PX = 112;

/** How much of the window what floats at its bottom covers. */
export const dockHeight = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue("--dock")) || 0;

const isInSight = ({ top, bottom }: DOMRect): boolean =>
  bottom > TOP_PX && top < window.innerHeight - dockHeight();

const isWhole = ({ top, bottom }: DOMRect): boolean =>
  top >= TOP_PX && bottom <= window.innerHeight - dockHeight() - BOTTOM_PX;

/**
 * Brings the next sentence into sight for readers who follow: who saw the one before. Readers who
 * have scrolled elsewhere are left alone.
 */
export const keepInSight = (before: Range | null, next: Range): void => {
  const place = next.getBoundingClientRect();
  const isFollowing = before === null || isInSight(before.getBoundingClientRect());
  if (!isFollowing || isWhole(place)) return;
  window.scrollBy({
    top: place.top - window.innerHeight * 0.3,
    behavior: prefersCalm() ? "auto" : "smooth",
  });
};
