import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import type { Register } from "#shared/contract/account.ts";
import { MINIMUM_AGE } from "#shared/domain/account.ts";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useRegister } from "#web/lib/auth/use-register.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { PasswordField, UsernameField } from "./credential-fields.tsx";

const PolicyLink = styled(Link, { base: { color: "ink", textDecoration: "underline" } });

const { resolver, fetchRules } = lazyRules<Register>(() => import("./register-rules.ts"));

export const RegisterForm = () => {
  const account = useRegister();
  const form = useForm<Register>({
    resolver,
    defaultValues: { username: "", email: "", password: "" },
  });
  const { register, formState } = form;
  const submit = form.handleSubmit((entered) =>
    account.mutate(entered, {
      onError: (err) => showServerErrors(form, ["username", "email", "password"], err),
    }),
  );
  return (
    <FieldColumn noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
      <UsernameField {...register("username")} error={formState.errors.username?.message} />
      <InputField
        {...register("email")}
        label="Email"
        error={formState.errors.email?.message}
        type="email"
        autoComplete="email"
      />
      <PasswordField
        {...register("password")}
        error={formState.errors.password?.message}
        autoComplete="new-password"
      />
      <SubmitButton isPending={account.isPending} pendingLabel="Creating your account…">
        Sign up
      </SubmitButton>
      <Muted css={{ fontSize: "13" }}>
        You must be at least {MINIMUM_AGE} years old to sign up. What we do with your data is in our{" "}
        <PolicyLink to="/privacy">Privacy Policy</PolicyLink>.
      </Muted>
    </FieldColumn>
  );
};
