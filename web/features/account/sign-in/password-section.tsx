import { useForm } from "react-hook-form";
import type { ChangePasswordRequest } from "#shared/contract/accounts/account.ts";
import { FormColumn } from "#web/components/ui/controls/field.tsx";
import { NewPasswordField } from "#web/components/ui/controls/new-password-field.tsx";
import { PasswordField } from "#web/components/ui/controls/password-field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { AccountSection } from "../account-section.tsx";
import { SIGNED_OUT_ELSEWHERE_TEXT } from "../use-account-mutation.ts";

const { resolver, fetchRules } = createLazyResolver<ChangePasswordRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).ChangePasswordRequest,
);

/** Changes the password. Requires the current one. */
export const PasswordSection = () => {
  const { user } = useAuth();
  const form = useForm<ChangePasswordRequest>({
    resolver,
    defaultValues: { password: "", newPassword: "" },
  });
  const { errors } = form.formState;
  const change = useSingleMutation({
    mutationFn: (body: ChangePasswordRequest) =>
      request<undefined>("PUT", "/api/account/password", { body }),
    onSuccess: (_nothing, _body, _result, { client }) => {
      form.reset();
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
      showToast({
        title: "Password changed",
        description: SIGNED_OUT_ELSEWHERE_TEXT,
      });
    },
    onError: (err) => {
      showErrorToast(err);
      showServerErrors(form, ["password", "newPassword"], err);
    },
  });
  return (
    <AccountSection title="Password">
      <FormColumn
        noValidate
        method="post"
        onFocus={fetchRules}
        onSubmit={form.handleSubmit((body) => change.mutate(body))}
      >
        <input type="hidden" autoComplete="username" value={user?.username ?? ""} readOnly />
        <PasswordField
          {...form.register("password")}
          label="Current password"
          error={errors.password?.message}
          autoComplete="current-password"
        />
        <NewPasswordField
          {...form.register("newPassword")}
          label="New password"
          error={errors.newPassword?.message}
          hint="You’ll be signed out on all other devices."
        />
        <Row>
          <SubmitButton isPending={change.isPending} pendingLabel="Saving…">
            Change password
          </SubmitButton>
        </Row>
      </FormColumn>
    </AccountSection>
  );
};
