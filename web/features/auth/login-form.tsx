import { useForm } from "react-hook-form";
import type { Login } from "#shared/contract/account.ts";
import { FieldColumn } from "#web/components/field.tsx";
import { SubmitButton } from "#web/components/submit-button.tsx";
import { useLogin } from "#web/lib/auth/use-login.ts";
import { lazyResolver } from "#web/lib/forms/lazy-resolver.ts";
import { PasswordField, UsernameField } from "./credential-fields.tsx";

const resolver = lazyResolver<Login>(() => import("./login-rules.ts"));

export const LoginForm = () => {
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm<Login>({
    resolver,
    defaultValues: { username: "", password: "" },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onSubmit={handleSubmit((credentials) => login.mutate(credentials))}
    >
      <UsernameField {...register("username")} error={formState.errors.username?.message} />
      <PasswordField
        {...register("password")}
        error={formState.errors.password?.message}
        autoComplete="current-password"
      />
      <SubmitButton isPending={login.isPending} pendingLabel="Logging in…">
        Login
      </SubmitButton>
    </FieldColumn>
  );
};
