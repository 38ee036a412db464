import { useNavigate } from "react-router-dom";
import { Card } from "#web/components/ui/card.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { SecondStepForm } from "#web/features/auth/second-step-form.tsx";
import { FollowLink } from "#web/features/mail-link/follow-link.tsx";
import { keepFocus } from "#web/lib/keep-focus.ts";

const Narrow = styled(Card, {
  base: {
    display: "grid",
    gap: "5",
    maxW: "36rem",
    mx: "auto",
    mt: { md: "10" },
    p: { md: "10" },
    "& h1": { fontSize: { base: "26", md: "34" } },
  },
});

const SecondStep = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  return <SecondStepForm token={token} onBack={() => navigate("/auth?tab=login")} />;
};

const secondStep = (token: string) => <SecondStep token={token} />;

const LinkPage = () => (
  <PageColumn>
    <PageHead title="Your link" description="A link from a mail." isUnlisted="secret" />
    <Narrow ref={keepFocus} tabIndex={-1} aria-label="Your link">
      <FollowLink secondStep={secondStep} />
    </Narrow>
  </PageColumn>
);

export default LinkPage;
