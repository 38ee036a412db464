import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AccountSections } from "#web/features/account/account-sections.tsx";

const Narrow = styled("div", { base: { maxW: "44rem", mx: "auto" } });

const AccountPage = () => (
  <PageColumn>
    <PageHead title="Account" description="Your account." isUnlisted />
    <Narrow>
      <PageTitle>Account</PageTitle>
      <AccountSections />
    </Narrow>
  </PageColumn>
);

export default AccountPage;
