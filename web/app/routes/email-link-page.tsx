import { useNavigate } from "react-router-dom";
import { Card } from "#web/components/ui/content/card.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { SecondStepForm } from "#web/features/auth/second-step-form.tsx";
import { EmailLink } from "#web/features/email-link/email-link.tsx";
import { dropSignInLinkReturn, readSignInLinkReturn } from "#web/lib/auth/sign-in-link-return.ts";
import { restoreLostFocus } from "#web/lib/browser/restore-lost-focus.ts";

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

const SecondStepWithNavigation = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const returnToPage = () => {
    const path = readSignInLinkReturn();
    dropSignInLinkReturn();
    void navigate(path);
  };
  return (
    <SecondStepForm
      token={token}
      onBack={() => navigate("/auth?tab=login")}
      onDone={returnToPage}
    />
  );
};

const renderSecondStep = (token: string) => <SecondStepWithNavigation token={token} />;

const EmailLinkPage = () => (
  <PageColumn>
    <PageHead title="Your link" description="A link from an email." isUnlisted="secret" />
    <Narrow ref={restoreLostFocus} tabIndex={-1} aria-label="Your link">
      <EmailLink secondStep={renderSecondStep} />
    </Narrow>
  </PageColumn>
);

export default EmailLinkPage;
