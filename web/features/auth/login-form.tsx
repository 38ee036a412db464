import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import type { LoginRequest, LoginResponse } from "#shared/contract/accounts/account.ts";
import { FormColumn } from "#web/components/ui/controls/field.tsx";
import { PasswordField } from "#web/components/ui/controls/password-field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { request } from "#web/lib/api/request.ts";
import { dismissToast, showToast } from "#web/lib/toast.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { UsernameField } from "./username-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { RequestSignInLink } from "./request-sign-in-link.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { registerDraftField, type AuthFormDraftProps } from "./auth-form-draft.ts";
import { completeSignIn } from "./complete-sign-in.ts";

const { resolver, fetchRules } = createLazyResolver<LoginRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).LoginRequest,
);

const useLogin = () =>
  useSingleMutation({
    mutationFn: (login: LoginRequest) =>
      request<LoginResponse>("POST", "/api/login", { body: login }),
    onSuccess: (response, _login, _result, { client }) => {
      if ("id" in response) completeSignIn(client, response);
      // Before the second step, removes the toast about an earlier wrong password.
      else dismissToast();
    },
    onError: (err) =>
      showToast({ title: "Login failed", description: err.message, tone: "danger" }),
  });

const ForgotPasswordLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifySelf: "start",
    minH: "touch",
    fontSize: "14",
    color: "muted",
    textDecoration: "underline",
    _hover: { color: "ink" },
  },
});

/** The server's message if it rejected the credentials. */
const getRefusalMessage = (err: Error | null): string | undefined =>
  err instanceof ApiError && err.isRefusal ? err.message : undefined;

export const LoginForm = ({ draft, updateDraft }: AuthFormDraftProps) => {
  const login = useLogin();
  const buildAuthPageUrl = useAuthPageUrl();
  const [isLocked, setLocked] = useState(false);
  const { register, handleSubmit, setFocus, formState, trigger, getValues } = useForm<LoginRequest>(
    {
      resolver,
      defaultValues: { username: draft.username, password: "" },
    },
  );
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onError: (err) => {
        if (err instanceof ApiError && err.status === 429) setLocked(true);
        if (getRefusalMessage(err)) setFocus("password", { shouldSelect: true });
      },
    }),
  );
  if (login.data && "secondStep" in login.data)
    return <SecondStepForm token={login.data.secondStep} onBack={login.reset} />;
  return (
    <FormColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onChange={() => login.isError && login.reset()}
      onSubmit={submit}
    >
      <UsernameField
        {...register("username", registerDraftField("username", { updateDraft }))}
        error={formState.errors.username?.message}
      />
      <PasswordField
        {...register("password")}
        label="Password"
        error={formState.errors.password?.message ?? getRefusalMessage(login.error)}
        autoComplete="current-password"
      />
      <SubmitButton isPending={login.isPending} pendingLabel="Logging in…">
        Login
      </SubmitButton>
      <PasskeyButton />
      <RequestSignInLink
        isLocked={isLocked}
        username={async () =>
          (await trigger("username", { shouldFocus: true })) ? getValues("username") : undefined
        }
      />
      <ForgotPasswordLink to={buildAuthPageUrl("forgot")}>Forgot your password?</ForgotPasswordLink>
    </FormColumn>
  );
};
