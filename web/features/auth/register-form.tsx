import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import type { RegisterRequest, User } from "#shared/contract/accounts/account.ts";
import { MINIMUM_AGE_YEARS } from "#shared/domain/accounts/account.ts";
import { FormColumn, InputField } from "#web/components/ui/controls/field.tsx";
import { NewPasswordField } from "#web/components/ui/controls/new-password-field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { switchUser } from "#web/lib/auth/auth.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { UsernameField } from "./username-field.tsx";
import { registerDraftField, type AuthFormDraftProps } from "./auth-form-draft.ts";

const PolicyLink = styled(Link, { base: { color: "ink", textDecoration: "underline" } });

const { resolver, fetchRules } = createLazyResolver<RegisterRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).RegisterRequest,
);

const getFailureMessage = (err: unknown): string =>
  err instanceof Error
    ? err.message || "An error occurred during registration."
    : "Registration failed. Please try again.";

const useRegister = () =>
  useSingleMutation({
    mutationFn: (account: RegisterRequest) =>
      request<User>("POST", "/api/register", { body: account }),
    onSuccess: (user, _account, _result, { client }) => {
      switchUser(client, user);
      showToast({ title: "Welcome!", description: "Your account has been created successfully." });
    },
    onError: (err) =>
      showToast({
        title: "Registration failed",
        description: getFailureMessage(err),
        tone: "danger",
      }),
  });

export const RegisterForm = ({ draft, updateDraft }: AuthFormDraftProps) => {
  const account = useRegister();
  const form = useForm<RegisterRequest>({
    resolver,
    defaultValues: { ...draft, password: "" },
  });
  const { register, formState } = form;
  const submit = form.handleSubmit((values) =>
    account.mutate(values, {
      onError: (err) => showServerErrors(form, ["username", "email", "password"], err),
    }),
  );
  return (
    <FormColumn noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
      <UsernameField
        {...register("username", registerDraftField("username", { updateDraft }))}
        error={formState.errors.username?.message}
      />
      <InputField
        {...register("email", registerDraftField("email", { updateDraft }))}
        label="Email"
        error={formState.errors.email?.message}
        type="email"
        autoComplete="email"
      />
      <NewPasswordField
        {...register("password")}
        label="Password"
        error={formState.errors.password?.message}
        names={form.getValues}
      />
      <SubmitButton isPending={account.isPending} pendingLabel="Creating your account…">
        Sign up
      </SubmitButton>
      <Muted css={{ fontSize: "13" }}>
        You must be at least {MINIMUM_AGE_YEARS} years old to sign up. What we do with your data is
        in our <PolicyLink to="/privacy">Privacy Policy</PolicyLink>.
      </Muted>
    </FormColumn>
  );
};
