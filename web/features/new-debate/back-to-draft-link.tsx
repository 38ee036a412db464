import { ArrowLeft } from "lucide-react";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { useAuth, useCredits } from "#web/lib/auth/auth.tsx";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { readTopicDraft } from "#web/lib/topic-draft.ts";

/** Link back to the form if the user has a topic draft. Otherwise renders nothing. */
export const BackToDraftLink = () => {
  const { user } = useAuth();
  const credits = useCredits() ?? 0;
  const topic = useIsHydrated() && user ? readTopicDraft(user.id) : null;
  if (!user || !topic) return null;
  return (
    <ButtonLink to="/#topic" variant={credits > 0 ? "solid" : "outline"} title={topic}>
      <ArrowLeft size={16} />
      Back to your debate
    </ButtonLink>
  );
};
