import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { SpendingReport } from "#web/features/admin/spending/spending-report.tsx";

const SpendingPage = () => (
  <PageColumn>
    <PageHead title="Spending" description="What the models take, day by day." isUnlisted />
    <PageTitle>Spending</PageTitle>
    <Intro>What the models took, at the prices that are set. Days begin at midnight (UTC).</Intro>
    <SpendingReport />
  </PageColumn>
);

export default SpendingPage;
