import { BackLink } from "#web/components/ui/back-link.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { PrivacyPolicy } from "#web/features/privacy/privacy-policy.tsx";

const PrivacyPage = () => (
  <PageColumn>
    <PageHead
      title="Privacy Policy"
      description="What personal information we collect, why, with whom we share it, and what rights you have."
    />
    <BackLink>Return to Home</BackLink>
    <PageTitle>Privacy Policy</PageTitle>
    <Intro>Last updated March 27, 2025</Intro>
    <PrivacyPolicy />
  </PageColumn>
);

export default PrivacyPage;
