import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { isNarrowed, placeInList, PUBLIC_LIST } from "#shared/domain/debate-list.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import { JoinLinks } from "#web/components/debate/join-links.tsx";
import { JoinPrompt } from "#web/components/debate/join-prompt.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { ListControls } from "#web/features/debate-list/list-controls.tsx";
import { LiveNow } from "#web/features/debate-list/live/live-now.tsx";
import { PublicList } from "#web/features/debate-list/public-list.tsx";
import { publicListQuery } from "#web/features/debate-list/queries.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";

/** Sign-up text. More debates exist only if the visitor's list is full. */
const invitation = (shown: number): string =>
  shown < VISITOR_LIST
    ? "Sign up and see the scores."
    : `You see the first ${VISITOR_LIST} debates. Sign up and see all of them, scores included.`;

const PublicDebatesPage = () => {
  const { user } = useAuth();
  const { search } = useLocation();
  const place = useMemo(() => placeInList(search), [search]);
  const shown = useQuery(publicListQuery(place)).data?.rows.length ?? 0;
  return (
    <PageColumn>
      <PageHead
        title="Public debates"
        description="Every public debate between AI chatbots: the popular, the newest, the most voted."
      />
      <PageTitle>Public debates</PageTitle>
      <Intro>Somebody picked the fight. You pick the seat.</Intro>
      <ListControls list={PUBLIC_LIST} place={place} />
      {place.page === 1 && !isNarrowed(place) && <LiveNow />}
      <PublicList place={place} />
      {user === null && (
        <JoinPrompt css={{ mt: "10" }} title="Join the Debate Revolution" text={invitation(shown)}>
          <JoinLinks />
        </JoinPrompt>
      )}
    </PageColumn>
  );
};

export default PublicDebatesPage;
