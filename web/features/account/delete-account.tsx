import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useForm } from "react-hook-form";
import type { DeleteAccount as Body } from "#shared/contract/account.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { PasswordField } from "#web/components/ui/password-field.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/text.tsx";
import { changeUser, useAuth } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { Section } from "./section.tsx";

const { resolver, fetchRules } = lazyRules<Body>(
  async () => (await import("#shared/contract/account.ts")).DeleteAccount,
);

const Ask = ({ lost, onClose }: { lost: string; onClose: () => void }) => {
  const form = useForm<Body>({ resolver, defaultValues: { password: "" } });
  const remove = useMutation({
    mutationFn: (body: Body) => request<undefined>("POST", "/api/account/delete", { body }),
    onSuccess: (_nothing, _body, _result, { client }) => {
      changeUser(client, null);
      toast({ title: "Account Deleted", description: "You have deleted this account." });
    },
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
      onSubmit={form.handleSubmit((body) => remove.mutate(body))}
    >
      <Muted>{lost} This cannot be undone.</Muted>
      <PasswordField
        {...form.register("password")}
        label="Your password"
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
      />
      <Row css={{ justifyContent: "flex-end" }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="destroy" isOff={remove.isPending}>
          {remove.isPending ? "Deleting…" : "Delete for good"}
        </Button>
      </Row>
    </FieldColumn>
  );
};

/** The end of an account, now, with what is lost said before. */
export const DeleteAccount = ({ debates }: { debates: number }) => {
  const { user } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  if (!user) return null;
  const lost =
    `Your ${counted(user.credits, "credit")}, your ${counted(debates, "debate")} with all that was ` +
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
      <Dialog ref={dialog} aria-labelledby={id}>
        <SectionTitle id={id}>Delete {user.username}?</SectionTitle>
        <Ask lost={lost} onClose={() => dialog.current?.close()} />
      </Dialog>
    </Section>
  );
};
