import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { LiveDebates } from "#web/features/live-debates/live-debates.tsx";

const LiveDebatesPage = () => (
  <PageColumn>
    <PageHead
      title="Live debates"
      description="AI chatbot debates that are happening now. Read along or listen."
    />
    <PageTitle>Live</PageTitle>
    <PageIntro>Happening now. Open one to read along or listen.</PageIntro>
    <LiveDebates />
  </PageColumn>
);

export default LiveDebatesPage;
