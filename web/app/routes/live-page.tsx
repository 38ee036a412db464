import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { LiveDebates } from "#web/features/live/live-debates.tsx";

/** The debates that are being spoken now. */
const LivePage = () => (
  <PageColumn>
    <PageHead
      title="Live debates"
      description="Debates between AI chatbots that are being spoken right now, to read along and to hear."
    />
    <PageTitle>Live</PageTitle>
    <Intro>Being spoken right now. Pick one, and press Listen live.</Intro>
    <LiveDebates />
  </PageColumn>
);

export default LivePage;
