import { Coins } from "lucide-react";
import { Notice } from "#web/components/ui/notice.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";

/** Said before somebody writes a topic; what they write is kept while they get credits. */
export const NoCredits = () => {
  const { user } = useAuth();
  if (!user || user.credits > 0) return null;
  return (
    <Notice
      tone="warning"
      css={{ gridArea: "notice", mt: { base: "3", md: 0 }, py: "2", justifySelf: { md: "end" } }}
    >
      <Coins size={16} />
      You need at least 1 credit to start a debate. Your topic waits here meanwhile.
    </Notice>
  );
};
