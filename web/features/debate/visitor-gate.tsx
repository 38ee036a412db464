import type { Debate } from "#shared/contract/debate.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { SignUpLink } from "#web/components/debate/join-links.tsx";
import { JoinPrompt } from "#web/components/debate/join-prompt.tsx";

/** Where the gate is in the page. */
export const GATE = "gate";

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
    <SignUpLink />
  </JoinPrompt>
);
