import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { useForm } from "react-hook-form";
import type { ConfirmIdentity } from "#shared/contract/account.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { useIdentityQuestion } from "#web/lib/identity.ts";
import { answerWithPasskey, useHasPasskeys } from "#web/lib/passkeys.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldColumn } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Muted, Row, SectionTitle } from "../ui/text.tsx";

const { resolver, fetchRules } = lazyRules<ConfirmIdentity>(
  async () => (await import("#shared/contract/account.ts")).ConfirmIdentity,
);

/** The same by a passkey, for who has one. */
const ByPasskey = ({ settle }: { settle: (isProven: boolean) => void }) => {
  const { data: account } = useQuery(accountQuery);
  const isPossible = useHasPasskeys() && (account?.signInMethods.passkeys.length ?? 0) > 0;
  const path = "/api/account/identity/passkey";
  const prove = useMutation({
    mutationFn: async () =>
      request<undefined>("POST", path, { body: await answerWithPasskey(`${path}/options`) }),
    onSuccess: () => settle(true),
    onError: toastError,
  });
  if (!isPossible) return null;
  return (
    <Button isOff={prove.isPending} onClick={() => prove.mutate()}>
      {prove.isPending ? "Waiting for your passkey…" : "Use a passkey"}
    </Button>
  );
};

const Ask = ({ settle }: { settle: (isProven: boolean) => void }) => {
  const { user } = useAuth();
  const form = useForm<ConfirmIdentity>({ resolver, defaultValues: { password: "" } });
  const prove = useMutation({
    mutationFn: (body: ConfirmIdentity) =>
      request<undefined>("POST", "/api/account/identity", { body }),
    onSuccess: () => settle(true),
    onError: (err) => {
      toastError(err);
      showServerErrors(form, ["password"], err);
    },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => prove.mutate(body))}
    >
      <input type="hidden" autoComplete="username" value={user?.username ?? ""} readOnly />
      <PasswordField
        {...form.register("password")}
        label="Your password"
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
      />
      <Row css={{ justifyContent: "flex-end" }}>
        <ByPasskey settle={settle} />
        <Button onClick={() => settle(false)}>Cancel</Button>
        <Button type="submit" look="solid" isOff={prove.isPending}>
          {prove.isPending ? "Confirming…" : "Confirm"}
        </Button>
      </Row>
    </FieldColumn>
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
      {asked && <Ask settle={asked.settle} />}
    </Dialog>
  );
};
