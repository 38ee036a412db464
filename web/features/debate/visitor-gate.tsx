import type { Debate } from "#shared/contract/debates/debate.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { LoginLink, SignUpLink } from "#web/components/debate/sign-up-links.tsx";
import { SignUpPrompt } from "#web/components/debate/sign-up-prompt.tsx";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";

const GATE_ID = "gate";

/** Scrolls to the sign-up box and focuses it, if the page has one. */
export const scrollToVisitorGate = (): void => {
  const gate = document.getElementById(GATE_ID);
  gate?.scrollIntoView({ block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  gate?.focus({ preventScroll: true });
};

/** Hash of the first locked turn. After signing in, the user returns there. */
export const FIRST_LOCKED_TURN_HASH = `#turn-${VISITOR_MAX_TURNS + 1}` as const;

/** Whether the debate has or will have more turns than visitors may read. */
export const hasLockedTurns = (
  isVisitor: boolean,
  { currentTurn, maxTurns }: Pick<Debate, "currentTurn" | "maxTurns">,
): boolean => isVisitor && currentTurn >= VISITOR_MAX_TURNS && maxTurns > VISITOR_MAX_TURNS;

/** Sign-up box after the last turn that visitors may read. */
export const VisitorGate = () => (
  <SignUpPrompt
    id={GATE_ID}
    tabIndex={-1}
    title="Want to see how this debate ends?"
    text="Join to read full debate"
  >
    <SignUpLink returnHash={FIRST_LOCKED_TURN_HASH} />
    <LoginLink returnHash={FIRST_LOCKED_TURN_HASH}>Login</LoginLink>
  </SignUpPrompt>
);
