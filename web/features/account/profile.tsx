import type { Account } from "#shared/contract/account.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { NoMail } from "#web/components/ui/no-mail.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { Confirmation } from "./confirmation.tsx";
import { EmailForm } from "./email-form.tsx";
import { Section } from "./section.tsx";

const Facts = styled("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "7rem minmax(0, 1fr)" },
    columnGap: "4",
    rowGap: { base: "1", sm: "3" },
    "& dt": { color: "muted", fontSize: "14", alignSelf: "center" },
    "& dd": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: "2",
      mb: { base: "2", sm: "0" },
      overflowWrap: "anywhere",
    },
  },
});

export const Profile = ({ account }: { account: Account }) => {
  const { user } = useAuth();
  const hasMail = useConfig()?.mail ?? true;
  return (
    <Section title="Profile">
      <Facts>
        <dt>Username</dt>
        <dd>{user?.username}</dd>
        <dt>Email</dt>
        <dd>
          {user?.email}
          {account.isEmailConfirmed ? (
            <Badge tone="good">Confirmed</Badge>
          ) : (
            <Badge tone="waiting">Not confirmed</Badge>
          )}
        </dd>
      </Facts>
      {account.isMailLate && (
        <Notice tone="warning" role="status">
          A mail to you could not be sent yet. We try again until the mail server takes it.
        </Notice>
      )}
      {hasMail && !account.isEmailConfirmed && (
        <Confirmation>
          Confirm your address, so that we can tell you there what happens with your account.
        </Confirmation>
      )}
      {hasMail ? <EmailForm /> : <NoMail subject="Another e-mail address" />}
    </Section>
  );
};
