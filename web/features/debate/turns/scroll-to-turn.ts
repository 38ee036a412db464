import { showTranscript } from "../scene/transcript/transcript-store.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

/** Opens all `<details>` inside and around an element. */
const openDetails = (element: Element): void => {
  for (const details of element.querySelectorAll("details")) details.open = true;
  for (
    let details = element.closest("details");
    details;
    details = details.parentElement?.closest("details") ?? null
  )
    details.open = true;
};

const findTurnElement = (turnNumber: number): HTMLElement | null =>
  document.getElementById(`turn-${turnNumber}`);

export const markTurnAsLinked = (turnNumber: number): void =>
  findTurnElement(turnNumber)?.setAttribute("data-linked", "");

/** Opens a turn, scrolls to it and focuses it. Returns false if the page has no such turn. */
export const scrollToTurn = (turnNumber: number): boolean => {
  const turn = findTurnElement(turnNumber);
  if (!turn) return false;
  showTranscript();
  openDetails(turn);
  turn.scrollIntoView({ block: "start", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  turn.focus({ preventScroll: true });
  return true;
};
