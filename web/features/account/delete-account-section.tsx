import type { QueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import { IdentityForm } from "#web/components/identity/identity-form.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { switchUser, useAuth, useCredits } from "#web/lib/auth/auth.tsx";
import { formatCount } from "#web/lib/format.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { AccountSection } from "./account-section.tsx";

const deleteAccount = async (client: QueryClient) => {
  await request<undefined>("POST", "/api/account/delete", { body: {} });
  switchUser(client, null);
  showToast({ title: "Account Deleted", description: "You have deleted this account." });
};

/** Deletes the account after a confirmation that lists what is lost. */
export const DeleteAccountSection = ({ debates }: { debates: number }) => {
  const { user } = useAuth();
  const credits = useCredits() ?? 0;
  const dialog = useRef<HTMLDialogElement>(null);
  const [closed, setClosed] = useState(0);
  const id = useId();
  if (!user) return null;
  const lostCreditsText =
    `Your ${formatCount(credits, "credit")}, ${formatCount(debates, "debate")}, votes and sessions are ` +
    "deleted at once. Payment records are kept without your name.";
  return (
    <AccountSection title="Delete account">
      <Muted>
        {isAdmin(user)
          ? "Admin accounts can’t be deleted. Ask a superadmin to remove your role."
          : lostCreditsText}
      </Muted>
      <Row>
        <Button
          variant="danger"
          disabled={isAdmin(user)}
          onClick={() => dialog.current?.showModal()}
        >
          Delete my account
        </Button>
      </Row>
      <Dialog ref={dialog} aria-labelledby={id} onClose={() => setClosed(closed + 1)}>
        <SectionTitle id={id}>Delete {user.username}?</SectionTitle>
        <Muted>{lostCreditsText} This cannot be undone.</Muted>
        {/* The key resets the form for each opening, so that it keeps no password. */}
        <IdentityForm
          key={closed}
          variant="destroy"
          pendingLabel="Deleting…"
          onConfirmed={deleteAccount}
          onCancel={() => dialog.current?.close()}
        >
          Delete permanently
        </IdentityForm>
      </Dialog>
    </AccountSection>
  );
};
