import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { LoginLink, SignUpLink } from "#web/components/debate/starting/sign-up-links.tsx";
import { SignUpPrompt } from "#web/components/debate/starting/sign-up-prompt.tsx";
import { GATE_ID } from "./locked-turns.ts";

/** Hash of the first locked turn. After signing in, the user returns there. */
const FIRST_LOCKED_TURN_HASH = `#turn-${VISITOR_MAX_TURNS + 1}` as const;

/** Sign-up box after the last turn that visitors may read. */
const VisitorGate = () => (
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

export default VisitorGate;
