import { SecondFactorNotice } from "#web/components/identity/second-factor-notice.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { PageTitle } from "#web/components/ui/text.tsx";
import { AllDebates } from "#web/features/admin/audio/all-debates.tsx";
import { AllUsers } from "#web/features/admin/users/all-users.tsx";

const AudioAdminPage = () => (
  <PageColumn>
    <PageHead title="Audio Admin" description="Every debate's audio, and every user." isUnlisted />
    <PageTitle>Audio Admin</PageTitle>
    <SecondFactorNotice />
    <AllDebates />
    <AllUsers />
  </PageColumn>
);

export default AudioAdminPage;
