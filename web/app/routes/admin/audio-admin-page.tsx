import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { AdminDebateList } from "#web/features/admin/audio/admin-debate-list.tsx";
import { UsersSection } from "#web/features/admin/users/users-section.tsx";

const AudioAdminPage = () => (
  <PageColumn>
    <PageHead title="Audio Admin" description="Every debate's audio, and every user." isUnlisted />
    <PageTitle>Audio Admin</PageTitle>
    <SecondFactorNotice />
    <AdminDebateList />
    <UsersSection />
  </PageColumn>
);

export default AudioAdminPage;
