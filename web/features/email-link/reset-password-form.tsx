import { useForm } from "react-hook-form";
import type {
  ResetPasswordResponse,
  ResetPasswordRequest,
} from "#shared/contract/accounts/email-links.ts";
import { FormColumn } from "#web/components/ui/controls/field.tsx";
import { NewPasswordField } from "#web/components/ui/controls/new-password-field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { switchUser } from "#web/lib/auth/auth.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

const { resolver, fetchRules } = createLazyResolver<ResetPasswordRequest>(
  async () => (await import("#shared/contract/accounts/email-links.ts")).ResetPasswordRequest,
);

interface ResetPasswordFormProps {
  token: string;
  username: string;
  onDone: (response: ResetPasswordResponse | undefined) => void;
  onError: (err: Error) => void;
}

export const ResetPasswordForm = ({ token, username, onDone, onError }: ResetPasswordFormProps) => {
  const form = useForm<ResetPasswordRequest>({ resolver, defaultValues: { token, password: "" } });
  const reset = useSingleMutation({
    mutationFn: (body: ResetPasswordRequest) =>
      request<ResetPasswordResponse | undefined>("POST", "/api/password/reset", { body }),
    onSuccess: (response, _body, _result, { client }) => {
      // The server has ended all sessions of the account, which may include the browser's own.
      switchUser(client, null);
      onDone(response);
    },
    onError: (err) => {
      showServerErrors(form, ["password"], err);
      onError(err);
    },
  });
  return (
    <FormColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => reset.mutate(body))}
    >
      {/* Password managers read the account's name from this input. */}
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <NewPasswordField
        {...form.register("password")}
        label="New password"
        error={form.formState.errors.password?.message}
        names={() => ({ username })}
      />
      <SubmitButton isPending={reset.isPending} pendingLabel="Saving…">
        Change password
      </SubmitButton>
    </FormColumn>
  );
};
