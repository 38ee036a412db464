import type { Debate } from "#shared/contract/debates/debate.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

/** Id of the sign-up box after the last turn that visitors may read. */
export const GATE_ID = "gate";

/** Scrolls to the sign-up box and focuses it, if the page has one. */
export const scrollToVisitorGate = (): void => {
  const gate = document.getElementById(GATE_ID);
  gate?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  gate?.focus({ preventScroll: true });
};

/** Whether the debate has or will have more turns than visitors may read. */
export const hasLockedTurns = (
  isVisitor: boolean,
  { currentTurn, maxTurns }: Pick<Debate, "currentTurn" | "maxTurns">,
): boolean => isVisitor && currentTurn >= VISITOR_MAX_TURNS && maxTurns > VISITOR_MAX_TURNS;
