import { BackLink } from "#web/components/ui/page/back-link.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { PrivacyPolicy } from "#web/features/privacy/privacy-policy.tsx";

const PrivacyPage = () => (
  <PageColumn>
    <PageHead
      title="Privacy Policy"
      description="What personal information we collect, why, with whom we share it, and what rights you have."
    />
    <BackLink>Return to Home</BackLink>
    <PageTitle>Privacy Policy</PageTitle>
    <PageIntro>Last updated March 27, 2025</PageIntro>
    <PrivacyPolicy />
  </PageColumn>
);

export default PrivacyPage;
