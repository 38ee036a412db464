import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { PageTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AccountParts } from "#web/features/account/account.tsx";

const Narrow = styled("div", { base: { maxW: "44rem", mx: "auto" } });

const AccountPage = () => (
  <PageColumn>
    <PageHead title="Account" description="Your account." isUnlisted />
    <Narrow>
      <PageTitle>Account</PageTitle>
      <AccountParts />
    </Narrow>
  </PageColumn>
);

export default AccountPage;
