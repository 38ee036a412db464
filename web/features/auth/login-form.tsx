import { useForm } from "react-hook-form";
import type { Login } from "#shared/contract/account.ts";
import { Button } from "#web/components/button.tsx";
import { Field, FieldColumn, Input } from "#web/components/field.tsx";
import { useLogin } from "#web/lib/auth/use-login.ts";
import { lazyResolver } from "#web/lib/forms/lazy-resolver.ts";

const resolver = lazyResolver<Login>(() => import("./login-rules.ts"));

export const LoginForm = () => {
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm<Login>({
    resolver,
    defaultValues: { username: "", password: "" },
  });
  return (
    <FieldColumn noValidate onSubmit={handleSubmit((credentials) => login.mutate(credentials))}>
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
      <Button type="submit" look="solid" size="lg" disabled={login.isPending}>
        {login.isPending ? "Logging in…" : "Login"}
      </Button>
    </FieldColumn>
  );
};
