import type { Account } from "#shared/contract/accounts/account.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { EmailDisabledNote } from "#web/components/ui/feedback/email-disabled-note.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { EmailConfirmationPrompt } from "./email-confirmation-prompt.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";
import { AccountSection } from "./account-section.tsx";

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

export const ProfileSection = ({ account }: { account: Account }) => {
  const { user } = useAuth();
  const hasMail = useConfig()?.mail ?? true;
  return (
    <AccountSection title="Profile">
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
        <EmailConfirmationPrompt>
          Confirm your address, so that we can tell you there what happens with your account.
        </EmailConfirmationPrompt>
      )}
      {hasMail ? <ChangeEmailForm /> : <EmailDisabledNote subject="Another e-mail address" />}
    </AccountSection>
  );
};
