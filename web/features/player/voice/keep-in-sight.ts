import { prefersCalm } from "#web/lib/use-browser.ts";

/** Height of the header plus a margin, in pixels. */
const TOP_PX = 80;
/** Height of the "Now playing" toast above the bottom bar plus a margin, in pixels. */
const BOTTOM_PX = 112;

export const dockHeight = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue("--dock")) || 0;

const isInSight = ({ top, bottom }: DOMRect): boolean =>
  bottom > TOP_PX && top < window.innerHeight - dockHeight();

const isWhole = ({ top, bottom }: DOMRect): boolean =>
  top >= TOP_PX && bottom <= window.innerHeight - dockHeight() - BOTTOM_PX;

/**
 * Scrolls the next sentence into view if the previous one was visible. Readers who scrolled
 * elsewhere stay there.
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
