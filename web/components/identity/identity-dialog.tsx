import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { accountQuery } from "#web/lib/account-query.ts";
import { useIdentityQuestion } from "#web/lib/identity.ts";
import { answerWithPasskey, useHasPasskeys } from "#web/lib/passkeys.ts";
import { request } from "#web/lib/request.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Muted, SectionTitle } from "../ui/text.tsx";
import { Trouble } from "../ui/trouble.tsx";
import { styled } from "../theme/styled.tsx";
import { AskPassword } from "./ask-password.tsx";

/** Beside the other buttons, or below them where there is no room. */
const Beside = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    order: { base: 1, sm: 0 },
    flexBasis: { base: "100%", sm: "auto" },
    me: { sm: "auto" },
    "&:has([role=alert])": { flexBasis: "100%" },
  },
});

/** The same by a passkey, for who has one. */
const ByPasskey = ({ onProven }: { onProven: () => void }) => {
  const { data: account } = useQuery(accountQuery);
  const isPossible = useHasPasskeys() && (account?.signInMethods.passkeys.length ?? 0) > 0;
  const path = "/api/account/identity/passkey";
  const prove = useMutation({
    mutationFn: async () =>
      request<undefined>("POST", path, { body: await answerWithPasskey(`${path}/options`) }),
    onSuccess: onProven,
  });
  if (!isPossible) return null;
  return (
    <Beside>
      {prove.error && <Trouble message={prove.error.message} />}
      <Button isPending={prove.isPending} onClick={() => prove.mutate()}>
        {prove.isPending ? "Waiting for your passkey…" : "Use a passkey"}
      </Button>
    </Beside>
  );
};

/** Asks who is at the page to prove it, where what they have begun needs that; on its pages once. */
export const IdentityDialog = () => {
  const asked = useIdentityQuestion((question) => question.asked);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (asked) dialog.current?.showModal();
    else dialog.current?.close();
    // Who leaves the page does not want to.
    return () => asked?.settle(false);
  }, [asked]);
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={() => asked?.settle(false)}>
      <SectionTitle id={id}>Is it you?</SectionTitle>
      <Muted>
        You have been signed in for a while. Confirm that it is you, and what you have begun goes
        on.
      </Muted>
      {asked && (
        <AskPassword
          path="/api/account/identity"
          look="solid"
          pendingLabel="Confirming…"
          onDone={() => asked.settle(true)}
          onCancel={() => asked.settle(false)}
          other={<ByPasskey onProven={() => asked.settle(true)} />}
        >
          Confirm
        </AskPassword>
      )}
    </Dialog>
  );
};
