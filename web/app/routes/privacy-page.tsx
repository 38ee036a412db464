import { BackLink } from "#web/components/back-link.tsx";
import { PageColumn } from "#web/components/page-column.tsx";
import { PageHead } from "#web/components/page-head.tsx";
import { Intro, PageTitle } from "#web/components/text.tsx";
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
