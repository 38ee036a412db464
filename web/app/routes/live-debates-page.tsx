import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { LiveDebates } from "#web/features/live-debates/live-debates.tsx";

const LiveDebatesPage = () => (
  <PageColumn>
    <PageHead
      title="Live debates"
      description="Debates between AI chatbots that go on right now, to read along and to hear."
    />
    <PageTitle>Live</PageTitle>
    <PageIntro>Going on right now. Pick one to read along or to listen.</PageIntro>
    <LiveDebates />
  </PageColumn>
);

export default LiveDebatesPage;
