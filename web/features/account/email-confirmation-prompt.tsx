import type { ReactNode } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { FakeMailboxNotice } from "#web/components/ui/feedback/fake-mailbox-notice.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Asks to confirm the email address, with the reason as `children`, and resends the link. */
export const EmailConfirmationPrompt = ({ children }: { children: ReactNode }) => {
  const sendEmail = useSingleMutation({
    mutationFn: () => request<undefined>("POST", "/api/account/confirmation"),
    onSuccess: () =>
      showToast({
        title: "Email sent",
        description: "Check your inbox to verify your email.",
      }),
    onError: showErrorToast,
  });
  return (
    <>
      <Row css={{ justifyContent: "space-between" }}>
        <Muted css={{ flex: "1 1 16rem", fontSize: "14" }}>{children}</Muted>
        <Button
          isOff={sendEmail.isSuccess}
          isPending={sendEmail.isPending}
          onClick={() => sendEmail.mutate()}
        >
          {sendEmail.isSuccess ? "Sent" : "Send verification email"}
        </Button>
      </Row>
      {sendEmail.isSuccess && <FakeMailboxNotice />}
    </>
  );
};
