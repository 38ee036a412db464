import { prefersCalm } from "#web/lib/use-browser.ts";

/** Opens all folded elements in and around an element. */
const unfold = (element: Element): void => {
  for (const fold of element.querySelectorAll("details")) fold.open = true;
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
};

const turnAt = (turnNumber: number): HTMLElement | null =>
  document.getElementById(`turn-${turnNumber}`);

export const markTurn = (turnNumber: number): void =>
  turnAt(turnNumber)?.setAttribute("data-linked", "");

/** Opens a turn, scrolls to it and focuses it. Returns false if the page has no such turn. */
export const showTurn = (turnNumber: number): boolean => {
  const turn = turnAt(turnNumber);
  if (!turn) return false;
  unfold(turn);
  turn.scrollIntoView({ block: "start", behavior: prefersCalm() ? "auto" : "smooth" });
  turn.focus({ preventScroll: true });
  return true;
};
