import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { LiveDebates } from "#web/features/live/live-debates.tsx";

const LivePage = () => (
  <PageColumn>
    <PageHead
      title="Live debates"
      description="Debates between AI chatbots that go on right now, to read along and to hear."
    />
    <PageTitle>Live</PageTitle>
    <Intro>Going on right now. Pick one to read along or to listen.</Intro>
    <LiveDebates />
  </PageColumn>
);

export default LivePage;
