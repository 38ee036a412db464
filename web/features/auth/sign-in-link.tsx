import type { AskForLink } from "#shared/contract/account.ts";
import { Button } from "#web/components/ui/button.tsx";
import { MailboxNotice } from "#web/components/ui/mailbox-notice.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

const LABEL = "Email me a sign-in link";

const Frame = styled("div", { base: { display: "grid", gap: "3" } });

interface SignInLinkProps {
  /** Resolves to the entered name; undefined if it is missing, which the form reports. */
  username: () => Promise<string | undefined>;
  /** Shown as a full button after a lockout. */
  isLocked: boolean;
}

/** Requests a sign-in link by email. Renders nothing if the server sends no email. */
export const SignInLink = ({ username, isLocked }: SignInLinkProps) => {
  const config = useConfig();
  const ask = useSingleMutation({
    mutationFn: (body: AskForLink) => request<undefined>("POST", "/api/sign-in-link", { body }),
    onError: toastError,
  });
  if (!config?.mail) return null;
  if (ask.isSuccess)
    return (
      <Frame role="status">
        <Muted>
          If there is such an account, we have sent a sign-in link to its e-mail address. It works
          once, for 15 minutes.
        </Muted>
        <MailboxNotice />
      </Frame>
    );
  const press = async () => {
    const name = await username();
    if (name !== undefined) ask.mutate({ username: name });
  };
  return (
    <Frame>
      {isLocked && (
        <Muted>Too many attempts with this name. A link by mail still signs you in.</Muted>
      )}
      <Button
        look={isLocked ? "solid" : "ghost"}
        size={isLocked ? "lg" : "md"}
        isPending={ask.isPending}
        onClick={press}
      >
        {LABEL}
      </Button>
    </Frame>
  );
};
