import { useForm } from "react-hook-form";
import type { ChangePassword } from "#shared/contract/account.ts";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { NewPasswordField } from "#web/components/ui/new-password-field.tsx";
import { PasswordField } from "#web/components/ui/password-field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Section } from "./section.tsx";
import { SIGNED_OUT_ELSEWHERE } from "./use-account-act.ts";

const { resolver, fetchRules } = lazyRules<ChangePassword>(
  async () => (await import("#shared/contract/account.ts")).ChangePassword,
);

/** Changes the password. Requires the current one. */
export const PasswordSection = () => {
  const { user } = useAuth();
  const form = useForm<ChangePassword>({
    resolver,
    defaultValues: { password: "", newPassword: "" },
  });
  const { errors } = form.formState;
  const change = useSingleMutation({
    mutationFn: (body: ChangePassword) =>
      request<undefined>("PUT", "/api/account/password", { body }),
    onSuccess: (_nothing, _body, _result, { client }) => {
      form.reset();
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast({
        title: "Password changed",
        description: SIGNED_OUT_ELSEWHERE,
      });
    },
    onError: (err) => {
      toastError(err);
      showServerErrors(form, ["password", "newPassword"], err);
    },
  });
  return (
    <Section title="Password">
      <FieldColumn
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
          hint="You will be signed out everywhere but here."
        />
        <Row>
          <SubmitButton isPending={change.isPending} pendingLabel="Saving…">
            Change password
          </SubmitButton>
        </Row>
      </FieldColumn>
    </Section>
  );
};
