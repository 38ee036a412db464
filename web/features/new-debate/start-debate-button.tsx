import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { useCredits } from "#web/lib/auth/auth.tsx";
import { useCanLoadDocument } from "#web/lib/api/server-availability.ts";

/**
 * The start button, or a link to buy credits. The link loads a new document, because only the
 * credits page's security policy allows the payment provider's script.
 */
export const StartDebateButton = ({ isPending }: { isPending: boolean }) => {
  const credits = useCredits();
  const mayLeave = useCanLoadDocument();
  if (credits === 0)
    return (
      <ButtonLink to="/credits" variant="solid" size="lg" reloadDocument={mayLeave}>
        Get credits
      </ButtonLink>
    );
  return (
    <SubmitButton isPending={isPending} pendingLabel="Starting…">
      Start Debate, 1 credit
    </SubmitButton>
  );
};
