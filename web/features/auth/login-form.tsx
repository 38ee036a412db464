import { useForm } from "react-hook-form";
import type { Login } from "#shared/contract/account.ts";
import { FieldColumn } from "#web/components/ui/field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { useLogin } from "#web/lib/auth/use-login.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { PasswordField, UsernameField } from "./credential-fields.tsx";

const { resolver, fetchRules } = lazyRules<Login>(() => import("./login-rules.ts"));

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
