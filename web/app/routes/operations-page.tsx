import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { PageTitle } from "#web/components/ui/text.tsx";
import { Operations } from "#web/features/admin/operations.tsx";

const OperationsPage = () => (
  <PageColumn>
    <PageHead
      title="Operations"
      description="What needs somebody to look at it, and who did what."
      isUnlisted
    />
    <PageTitle>Operations</PageTitle>
    <SecondFactorNotice />
    <Operations />
  </PageColumn>
);

export default OperationsPage;
