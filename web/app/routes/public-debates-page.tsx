import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { parseListState, PUBLIC_DEBATE_LIST } from "#shared/domain/debates/debate-list.ts";
import { VISITOR_MAX_DEBATES } from "#shared/domain/accounts/visitor-limits.ts";
import { SignUpLinks } from "#web/components/debate/starting/sign-up-links.tsx";
import { SignUpPrompt } from "#web/components/debate/starting/sign-up-prompt.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { DebateListControls } from "#web/features/debate-list/debate-list-controls.tsx";
import { LiveNowSection } from "#web/features/debate-list/live/live-now.tsx";
import { isLiveSectionShown, PublicDebates } from "#web/features/debate-list/public-debates.tsx";
import { publicDebatesQuery } from "#web/features/debate-list/debate-list-queries.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";

/**
 * Returns a text that invites visitors to sign up. It mentions further debates only if the
 * visitor's list is full; otherwise there are none.
 */
const getSignUpText = (count: number): string =>
  count < VISITOR_MAX_DEBATES
    ? "Sign up to see the scores."
    : `These are the first ${VISITOR_MAX_DEBATES} debates. Sign up to see all of them, with scores.`;

const PublicDebatesPage = () => {
  const { user } = useAuth();
  const { search } = useLocation();
  const listState = useMemo(() => parseListState(search), [search]);
  const count = useQuery(publicDebatesQuery(listState)).data?.rows.length ?? 0;
  return (
    <PageColumn>
      <PageHead
        title="Public debates"
        description="Every public debate between AI chatbots: popular, newest and most voted."
      />
      <PageTitle>Public debates</PageTitle>
      <PageIntro>Debates anyone can watch.</PageIntro>
      <DebateListControls list={PUBLIC_DEBATE_LIST} listState={listState} />
      {isLiveSectionShown(listState) && <LiveNowSection />}
      <PublicDebates listState={listState} />
      {user === null && (
        <SignUpPrompt
          css={{ mt: "10" }}
          title="Join the Debate Revolution"
          text={getSignUpText(count)}
        >
          <SignUpLinks />
        </SignUpPrompt>
      )}
    </PageColumn>
  );
};

export default PublicDebatesPage;
