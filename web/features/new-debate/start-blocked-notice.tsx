import { Coins } from "lucide-react";
import type { Provider } from "#shared/domain/provider.ts";
import { ProviderOutageNotice } from "#web/components/debate/starting/provider-outage-notice.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useCredits } from "#web/lib/auth/auth.tsx";

/* The notice is beside the title, so that it does not move the start button. */
const NoticePosition = styled("div", {
  base: {
    gridArea: "notice",
    justifySelf: { md: "end" },
    mt: { base: "3", md: "-1" },
    mb: { md: "-1" },
    _empty: { display: "none" },
    "& > div": { py: { base: "2", md: "1.5" } },
  },
});

/** Says why no debate can be started: no credits, or a provider is down. */
export const StartBlockedNotice = ({ speakers }: { speakers: readonly Provider[] }) => {
  const credits = useCredits();
  return (
    <NoticePosition>
      {credits === 0 ? (
        <Notice tone="warning">
          <Coins size={16} />
          You need at least 1 credit to start a debate. We’ve saved your topic.
        </Notice>
      ) : (
        <ProviderOutageNotice speakers={speakers} />
      )}
    </NoticePosition>
  );
};
