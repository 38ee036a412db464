import { useForm } from "react-hook-form";
import type { Login } from "#shared/contract/account.ts";
import { Field, FieldColumn, Input } from "#web/components/field.tsx";
import { useLogin } from "#web/lib/auth/use-login.ts";
import { SubmitButton } from "#web/components/submit-button.tsx";
import { lazyResolver } from "#web/lib/forms/lazy-resolver.ts";

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
      <Field label="Username" error={formState.errors.username?.message}>
        {(entry) => (
          <Input
            {...entry}
            {...register("username")}
            autoComplete="username"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label="Password" error={formState.errors.password?.message}>
        {(entry) => (
          <Input
            {...entry}
            {...register("password")}
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <SubmitButton isPending={login.isPending} pendingLabel="Logging in…">
        Login
      </SubmitButton>
    </FieldColumn>
  );
};
