import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { OperationsTabs } from "#web/features/admin/operations-tabs.tsx";

const OperationsPage = () => (
  <PageColumn>
    <PageHead
      title="Operations"
      description="Reports, activity, spending and the audit log."
      isUnlisted
    />
    <PageTitle>Operations</PageTitle>
    <SecondFactorNotice />
    <OperationsTabs />
  </PageColumn>
);

export default OperationsPage;
