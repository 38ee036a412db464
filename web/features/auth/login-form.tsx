import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import type { Login, LoginAnswer } from "#shared/contract/account.ts";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { PasswordField } from "#web/components/ui/password-field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { request } from "#web/lib/request.ts";
import { dismissToast, toast } from "#web/lib/toast.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { UsernameField } from "./credential-fields.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { SignInLink } from "./sign-in-link.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { kept, type TypedNamesProps } from "./typed-names.ts";
import { welcome } from "./welcome.ts";

const { resolver, fetchRules } = lazyRules<Login>(
  async () => (await import("#shared/contract/account.ts")).Login,
);

const useLogin = () =>
  useSingleMutation({
    mutationFn: (login: Login) => request<LoginAnswer>("POST", "/api/login", { body: login }),
    onSuccess: (answer, _login, _result, { client }) => {
      if ("id" in answer) welcome(client, answer);
      // Removes the toast of an earlier wrong password.
      else dismissToast();
    },
    onError: (err) => toast({ title: "Login failed", description: err.message, tone: "danger" }),
  });

const ForgotLink = styled(Link, {
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

/** The server's message for rejected credentials. */
const refusalOf = (err: Error | null): string | undefined =>
  err instanceof ApiError && err.isRefusal ? err.message : undefined;

export const LoginForm = ({ typed, onType }: TypedNamesProps) => {
  const login = useLogin();
  const addressOf = useAuthAddress();
  const [isLocked, setLocked] = useState(false);
  const { register, handleSubmit, setFocus, formState, trigger, getValues } = useForm<Login>({
    resolver,
    defaultValues: { username: typed.username, password: "" },
  });
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onError: (err) => {
        if (err instanceof ApiError && err.status === 429) setLocked(true);
        if (refusalOf(err)) setFocus("password", { shouldSelect: true });
      },
    }),
  );
  if (login.data && "secondStep" in login.data)
    return <SecondStepForm token={login.data.secondStep} onBack={login.reset} />;
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onChange={() => login.isError && login.reset()}
      onSubmit={submit}
    >
      <UsernameField
        {...register("username", kept("username", { onType }))}
        error={formState.errors.username?.message}
      />
      <PasswordField
        {...register("password")}
        label="Password"
        error={formState.errors.password?.message ?? refusalOf(login.error)}
        autoComplete="current-password"
      />
      <SubmitButton isPending={login.isPending} pendingLabel="Logging in…">
        Login
      </SubmitButton>
      <PasskeyButton />
      <SignInLink
        isLocked={isLocked}
        username={async () =>
          (await trigger("username", { shouldFocus: true })) ? getValues("username") : undefined
        }
      />
      <ForgotLink to={addressOf("forgot")}>Forgot your password?</ForgotLink>
    </FieldColumn>
  );
};
