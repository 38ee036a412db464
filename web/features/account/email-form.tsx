import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { ChangeEmail } from "#shared/contract/account.ts";
import { Button } from "#web/components/ui/button.tsx";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { MailboxNotice } from "#web/components/ui/mailbox-notice.tsx";
import { PasswordField } from "#web/components/ui/password-field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

const { resolver, fetchRules } = lazyRules<ChangeEmail>(
  async () => (await import("#shared/contract/account.ts")).ChangeEmail,
);

const Entry = ({ onSent, onCancel }: { onSent: (email: string) => void; onCancel: () => void }) => {
  const form = useForm<ChangeEmail>({ resolver, defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("email"), [setFocus]);
  const change = useSingleMutation({
    mutationFn: (body: ChangeEmail) => request<undefined>("PUT", "/api/account/email", { body }),
    onSuccess: (_nothing, { email }) => onSent(email),
    onError: (err) => {
      toastError(err);
      showServerErrors(form, ["email", "password"], err);
    },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => change.mutate(body))}
    >
      <InputField
        {...form.register("email")}
        label="New email"
        error={errors.email?.message}
        type="email"
        autoComplete="email"
      />
      <PasswordField
        {...form.register("password")}
        label="Your password"
        error={errors.password?.message}
        autoComplete="current-password"
      />
      <Row>
        <SubmitButton isPending={change.isPending} pendingLabel="Sending…">
          Send a link there
        </SubmitButton>
        <Button size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </FieldColumn>
  );
};

/** Changes the account's email address. The new one applies once it is confirmed. */
export const EmailForm = () => {
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  if (isOpen)
    return (
      <Entry
        onCancel={() => setOpen(false)}
        onSent={(email) => {
          setSentTo(email);
          setOpen(false);
        }}
      />
    );
  if (sentTo !== undefined)
    return (
      <div role="status">
        <Muted css={{ mb: "3", overflowWrap: "anywhere" }}>
          If {sentTo} can be yours, a link is on its way there. Until you use it, your address stays
          as it is.
        </Muted>
        <MailboxNotice />
      </div>
    );
  return (
    <Row>
      <Button onClick={() => setOpen(true)}>Change email</Button>
    </Row>
  );
};
