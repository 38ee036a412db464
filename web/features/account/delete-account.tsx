import type { QueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { isAdmin } from "#shared/domain/viewer.ts";
import { IdentityForm } from "#web/components/identity/identity-form.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { changeUser, useAuth, useCredits } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { Section } from "./section.tsx";

const leave = async (client: QueryClient) => {
  await request<undefined>("POST", "/api/account/delete", { body: {} });
  changeUser(client, null);
  toast({ title: "Account Deleted", description: "You have deleted this account." });
};

/** Deletes the account after a confirmation that lists what is lost. */
export const DeleteAccount = ({ debates }: { debates: number }) => {
  const { user } = useAuth();
  const credits = useCredits() ?? 0;
  const dialog = useRef<HTMLDialogElement>(null);
  const [closed, setClosed] = useState(0);
  const id = useId();
  if (!user) return null;
  const lost =
    `Your ${counted(credits, "credit")}, your ${counted(debates, "debate")} with all that was ` +
    "said in them, your votes and your sessions go at once. Records of payments stay, without you.";
  return (
    <Section title="Delete account">
      <Muted>
        {isAdmin(user) ? "Admins cannot be deleted: have the role taken away first." : lost}
      </Muted>
      <Row>
        <Button look="danger" disabled={isAdmin(user)} onClick={() => dialog.current?.showModal()}>
          Delete my account
        </Button>
      </Row>
      <Dialog ref={dialog} aria-labelledby={id} onClose={() => setClosed(closed + 1)}>
        <SectionTitle id={id}>Delete {user.username}?</SectionTitle>
        <Muted>{lost} This cannot be undone.</Muted>
        {/* Remounted each time, so that no password remains in the form. */}
        <IdentityForm
          key={closed}
          look="destroy"
          pendingLabel="Deleting…"
          onConfirmed={leave}
          onCancel={() => dialog.current?.close()}
        >
          Delete for good
        </IdentityForm>
      </Dialog>
    </Section>
  );
};
