import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { AdminPanel } from "#web/features/admin/panel/admin-panel.tsx";

const AdminPanelPage = () => (
  <PageColumn>
    <PageHead title="Admin Panel" description="Users, credits and audio." isUnlisted />
    <PageTitle>Admin Panel</PageTitle>
    <SecondFactorNotice />
    <AdminPanel />
  </PageColumn>
);

export default AdminPanelPage;
