import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { SignUpLink } from "#web/components/join-links.tsx";
import { JoinPrompt } from "#web/components/join-prompt.tsx";

/** Whether a visitor has read all that visitors may read of a debate. */
export const isGated = (isVisitor: boolean, { currentTurn }: { currentTurn: number }): boolean =>
  isVisitor && currentTurn >= VISITOR_TURNS;

/** Where a visitor's reading ends, and how it goes on. */
export const VisitorGate = () => (
  <JoinPrompt title="Want to see how this debate ends?" text="Join to read full debate">
    <SignUpLink />
  </JoinPrompt>
);
