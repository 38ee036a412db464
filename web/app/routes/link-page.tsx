import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { FollowLink } from "#web/features/mail-link/follow-link.tsx";

const Narrow = styled("div", {
  base: { display: "grid", gap: "5", maxW: "32rem", mx: "auto", py: { md: "10" } },
});

const LinkPage = () => (
  <PageColumn>
    <PageHead title="Your link" description="A link from a mail." isUnlisted="secret" />
    <Narrow>
      <FollowLink />
    </Narrow>
  </PageColumn>
);

export default LinkPage;
