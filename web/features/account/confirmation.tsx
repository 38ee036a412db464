import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { MailboxNotice } from "#web/components/ui/mailbox-notice.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

/** Explains why to confirm the email address, and resends the link. */
export const Confirmation = ({
  children,
  press = "Send me the link",
}: {
  children: ReactNode;
  press?: string;
}) => {
  const ask = useSingleMutation({
    mutationFn: () => request<undefined>("POST", "/api/account/confirmation"),
    onSuccess: () =>
      toast({ title: "Mail sent", description: "Look into your mail to confirm your address." }),
    onError: toastError,
  });
  return (
    <>
      <Row css={{ justifyContent: "space-between" }}>
        <Muted css={{ flex: "1 1 16rem", fontSize: "14" }}>{children}</Muted>
        <Button isOff={ask.isSuccess} isPending={ask.isPending} onClick={() => ask.mutate()}>
          {ask.isSuccess ? "Link sent" : press}
        </Button>
      </Row>
      {ask.isSuccess && <MailboxNotice />}
    </>
  );
};
