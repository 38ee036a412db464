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
            <Badge tone="good">Verified</Badge>
          ) : (
            <Badge tone="waiting">Not verified</Badge>
          )}
        </dd>
      </Facts>
      {account.isMailLate && (
        <Notice tone="warning" role="status">
          An email to you couldn’t be sent yet. We’ll keep trying.
        </Notice>
      )}
      {hasMail && !account.isEmailConfirmed && (
        <EmailConfirmationPrompt>Verify your email to get account updates.</EmailConfirmationPrompt>
      )}
      {hasMail ? <ChangeEmailForm /> : <EmailDisabledNote subject="Change of email" />}
    </AccountSection>
  );
};
