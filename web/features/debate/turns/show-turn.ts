import { prefersCalm } from "#web/lib/use-browser.ts";

/** Opens whatever an element is folded into. */
const unfold = (element: Element): void => {
  for (const fold of element.querySelectorAll("details")) fold.open = true;
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details") ?? null)
    at.open = true;
};

/** Leads the eye and the keyboard to a turn, unfolded. False where the page has none of that number. */
export const showTurn = (turnNumber: number): boolean => {
  const turn = document.getElementById(`turn-${turnNumber}`);
  if (!turn) return false;
  unfold(turn);
  turn.scrollIntoView({ block: "start", behavior: prefersCalm() ? "auto" : "smooth" });
  turn.focus({ preventScroll: true });
  return true;
};
