import { useLocation } from "react-router-dom";
import type { EmailLinkRequest } from "#shared/contract/accounts/account.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { FakeMailboxNotice } from "#web/components/ui/feedback/fake-mailbox-notice.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { keepSignInLinkReturn } from "#web/lib/auth/sign-in-link-return.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

const BUTTON_LABEL = "Email me a sign-in link";

const Frame = styled("div", { base: { display: "grid", gap: "3" } });

interface RequestSignInLinkProps {
  /** Resolves to the entered username; undefined if it is missing and the form shows an error. */
  username: () => Promise<string | undefined>;
  /** Whether the user is locked out. If so, a note and a more prominent button are shown. */
  isLocked: boolean;
}

/** Requests a sign-in link by email. Renders nothing if the server sends no email. */
export const RequestSignInLink = ({ username, isLocked }: RequestSignInLinkProps) => {
  const config = useConfig();
  const { search } = useLocation();
  const sendLink = useSingleMutation({
    mutationFn: (body: EmailLinkRequest) =>
      request<undefined>("POST", "/api/sign-in-link", { body }),
    onError: showErrorToast,
  });
  if (!config?.mail) return null;
  if (sendLink.isSuccess)
    return (
      <Frame role="status">
        <Muted>
          If the account exists, we’ve sent a sign-in link to its email. It works once, for 15
          minutes.
        </Muted>
        <FakeMailboxNotice />
      </Frame>
    );
  const submit = async () => {
    const name = await username();
    if (name === undefined) return;
    keepSignInLinkReturn(search);
    sendLink.mutate({ username: name });
  };
  return (
    <Frame>
      {isLocked && (
        <Muted>
          Too many attempts with this username. You can still sign in with an email link.
        </Muted>
      )}
      <Button
        variant={isLocked ? "solid" : "ghost"}
        size={isLocked ? "lg" : "md"}
        isPending={sendLink.isPending}
        onClick={submit}
      >
        {BUTTON_LABEL}
      </Button>
    </Frame>
  );
};
