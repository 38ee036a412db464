import { useForm } from "react-hook-form";
import type { PasswordReset, ResetPassword } from "#shared/contract/mail.ts";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { NewPasswordField } from "#web/components/ui/new-password-field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { changeUser } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

const { resolver, fetchRules } = lazyRules<ResetPassword>(
  async () => (await import("#shared/contract/mail.ts")).ResetPassword,
);

interface PasswordFormProps {
  token: string;
  username: string;
  onDone: (answer: PasswordReset | undefined) => void;
  onOver: (err: Error) => void;
}

export const PasswordForm = ({ token, username, onDone, onOver }: PasswordFormProps) => {
  const form = useForm<ResetPassword>({ resolver, defaultValues: { token, password: "" } });
  const reset = useSingleMutation({
    mutationFn: (body: ResetPassword) =>
      request<PasswordReset | undefined>("POST", "/api/password/reset", { body }),
    onSuccess: (answer, _body, _result, { client }) => {
      // The server has ended all sessions of the account, possibly this one.
      changeUser(client, null);
      onDone(answer);
    },
    onError: (err) => {
      showServerErrors(form, ["password"], err);
      onOver(err);
    },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => reset.mutate(body))}
    >
      {/* Tells password managers which account this is. */}
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <NewPasswordField
        {...form.register("password")}
        label="New password"
        error={form.formState.errors.password?.message}
        names={() => ({ username })}
      />
      <SubmitButton isPending={reset.isPending} pendingLabel="Saving…">
        Save the new password
      </SubmitButton>
    </FieldColumn>
  );
};
