import { ButtonLink } from "#web/components/ui/button.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { useCredits } from "#web/lib/auth/auth.tsx";
import { useMayLeave } from "#web/lib/reachable.ts";

/**
 * Starts the debate, or leads to what it takes. That page loads anew: only a document of its own may
 * run the payment provider's script.
 */
export const Start = ({ isPending }: { isPending: boolean }) => {
  const credits = useCredits();
  const mayLeave = useMayLeave();
  if (credits === 0)
    return (
      <ButtonLink to="/credits" look="solid" size="lg" reloadDocument={mayLeave}>
        Get credits
      </ButtonLink>
    );
  return (
    <SubmitButton isPending={isPending} pendingLabel="Starting…">
      Start Debate, 1 credit
    </SubmitButton>
  );
};
