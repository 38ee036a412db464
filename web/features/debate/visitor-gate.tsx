import type { Debate } from "#shared/contract/debate.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { LoginLink, SignUpLink } from "#web/components/debate/join-links.tsx";
import { JoinPrompt } from "#web/components/debate/join-prompt.tsx";
import { prefersCalm } from "#web/lib/use-browser.ts";

const GATE = "gate";

/** Scrolls to the sign-up box and focuses it, if the page has one. */
export const showGate = (): void => {
  const gate = document.getElementById(GATE);
  gate?.scrollIntoView({ block: "center", behavior: prefersCalm() ? "auto" : "smooth" });
  gate?.focus({ preventScroll: true });
};

/** Hash of the first locked turn. After signing in, the user returns there. */
export const BEHIND_GATE = `#turn-${VISITOR_TURNS + 1}`;

/** Whether the debate has or will have more turns than visitors may read. */
export const isGated = (
  isVisitor: boolean,
  { currentTurn, maxTurns }: Pick<Debate, "currentTurn" | "maxTurns">,
): boolean => isVisitor && currentTurn >= VISITOR_TURNS && maxTurns > VISITOR_TURNS;

/** Sign-up box after the last turn that visitors may read. */
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
