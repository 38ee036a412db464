import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Login, User } from "#shared/contract/account.ts";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { changeUser } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { PasswordField, UsernameField } from "./credential-fields.tsx";

const { resolver, fetchRules } = lazyRules<Login>(
  async () => (await import("#shared/contract/account.ts")).Login,
);

const useLogin = () =>
  useMutation({
    mutationFn: (login: Login) => request<User>("POST", "/api/login", { body: login }),
    onSuccess: (user, _login, _result, { client }) => {
      changeUser(client, user);
      toast({ title: "Welcome back!", description: `Logged in as ${user.username}` });
    },
    onError: (err) => toast({ title: "Login failed", description: err.message, tone: "danger" }),
  });

/** What the server says of credentials that it will not take. */
const refusalOf = (err: Error | null): string | undefined =>
  err instanceof ApiError && err.isRefusal ? err.message : undefined;

export const LoginForm = () => {
  const login = useLogin();
  const { register, handleSubmit, setFocus, formState } = useForm<Login>({
    resolver,
    defaultValues: { username: "", password: "" },
  });
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onError: (err) => {
        if (refusalOf(err)) setFocus("password", { shouldSelect: true });
      },
    }),
  );
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onChange={() => login.isError && login.reset()}
      onSubmit={submit}
    >
      <UsernameField {...register("username")} error={formState.errors.username?.message} />
      <PasswordField
        {...register("password")}
        error={formState.errors.password?.message ?? refusalOf(login.error)}
        autoComplete="current-password"
      />
      <SubmitButton isPending={login.isPending} pendingLabel="Logging in…">
        Login
      </SubmitButton>
    </FieldColumn>
  );
};
