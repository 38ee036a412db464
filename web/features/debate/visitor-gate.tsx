import type { Debate } from "#shared/contract/debate.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { LoginLink, SignUpLink } from "#web/components/debate/join-links.tsx";
import { JoinPrompt } from "#web/components/debate/join-prompt.tsx";
import { prefersCalm } from "#web/lib/use-browser.ts";

/** Where the gate is in the page. */
const GATE = "gate";

/** Leads the eye and the keyboard to it, where there is one. */
export const showGate = (): void => {
  const gate = document.getElementById(GATE);
  gate?.scrollIntoView({ block: "center", behavior: prefersCalm() ? "auto" : "smooth" });
  gate?.focus({ preventScroll: true });
};

/** The place of the first turn behind it, to which one comes back. */
export const BEHIND_GATE = `#turn-${VISITOR_TURNS + 1}`;

/** Whether there is more of a debate, or will be, than visitors may read. */
export const isGated = (
  isVisitor: boolean,
  { currentTurn, maxTurns }: Pick<Debate, "currentTurn" | "maxTurns">,
): boolean => isVisitor && currentTurn >= VISITOR_TURNS && maxTurns > VISITOR_TURNS;

/** Where a visitor's reading ends, and how it goes on. */
export const VisitorGate = () => (
  <JoinPrompt
    id={GATE}
    tabIndex={-1}
    title="Want to see how this debate ends?"
    text="Join to read full debate"
  >
    <SignUpLink place={BEHIND_GATE} />
    <LoginLink place={BEHIND_GATE}>Log in</LoginLink>
  </JoinPrompt>
);
