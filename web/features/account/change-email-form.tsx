import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { ChangeEmailRequest } from "#shared/contract/accounts/account.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { FormColumn, InputField } from "#web/components/ui/controls/field.tsx";
import { FakeMailboxNotice } from "#web/components/ui/feedback/fake-mailbox-notice.tsx";
import { PasswordField } from "#web/components/ui/controls/password-field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

const { resolver, fetchRules } = createLazyResolver<ChangeEmailRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).ChangeEmailRequest,
);

const ChangeEmailFields = ({
  onSent,
  onCancel,
}: {
  onSent: (email: string) => void;
  onCancel: () => void;
}) => {
  const form = useForm<ChangeEmailRequest>({
    resolver,
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("email"), [setFocus]);
  const change = useSingleMutation({
    mutationFn: (body: ChangeEmailRequest) =>
      request<undefined>("PUT", "/api/account/email", { body }),
    onSuccess: (_nothing, { email }) => onSent(email),
    onError: (err) => {
      showErrorToast(err);
      showServerErrors(form, ["email", "password"], err);
    },
  });
  return (
    <FormColumn
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
          Send link
        </SubmitButton>
        <Button size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </FormColumn>
  );
};

/** Changes the account's email address. The new address applies once the user has confirmed it. */
export const ChangeEmailForm = () => {
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  if (isOpen)
    return (
      <ChangeEmailFields
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
          If {sentTo} is available, we’ve sent a link to it. Your email changes when you use the
          link.
        </Muted>
        <FakeMailboxNotice />
      </div>
    );
  return (
    <Row>
      <Button onClick={() => setOpen(true)}>Change email</Button>
    </Row>
  );
};
