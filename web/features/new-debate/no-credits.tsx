import { Coins } from "lucide-react";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useMayLeave } from "#web/lib/reachable.ts";

const Words = styled("span", { base: { flex: "1 1 12rem" } });

/**
 * Said before somebody writes a topic for nothing. The page loads anew: only a document of its own
 * may run the payment provider's script.
 */
export const NoCredits = () => {
  const { user } = useAuth();
  const mayLeave = useMayLeave();
  if (!user || user.credits > 0) return null;
  return (
    <Notice tone="warning" css={{ mt: "4", flexWrap: "wrap", alignItems: "center" }}>
      <Coins size={16} />
      <Words>You need at least 1 credit to start a debate.</Words>
      <ButtonLink to="/credits" reloadDocument={mayLeave}>
        Get credits
      </ButtonLink>
    </Notice>
  );
};
