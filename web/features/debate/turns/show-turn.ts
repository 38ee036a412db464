import { prefersCalm } from "#web/lib/use-browser.ts";

/** Opens whatever an element is folded into. */
const unfold = (element: Element): void => {
  for (const fold of element.querySelectorAll("details")) fold.open = true;
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
};

const turnAt = (turnNumber: number): HTMLElement | null =>
  document.getElementById(`turn-${turnNumber}`);

/** Marks a turn as the one that a link has led to. */
export const markTurn = (turnNumber: number): void =>
  turnAt(turnNumber)?.setAttribute("data-linked", "");

/** Leads the eye and the keyboard to a turn, unfolded. False where the page has none of that number. */
export const showTurn = (turnNumber: number): boolean => {
  const turn = turnAt(turnNumber);
  if (!turn) return false;
  unfold(turn);
  turn.scrollIntoView({ block: "start", behavior: prefersCalm() ? "auto" : "smooth" });
  turn.focus({ preventScroll: true });
  return true;
};
