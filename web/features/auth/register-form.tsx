import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import type { Register, User } from "#shared/contract/account.ts";
import { MINIMUM_AGE } from "#shared/domain/account.ts";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { NewPasswordField } from "#web/components/ui/new-password-field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { changeUser } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { UsernameField } from "./credential-fields.tsx";
import { kept, type TypedNamesProps } from "./typed-names.ts";

const PolicyLink = styled(Link, { base: { color: "ink", textDecoration: "underline" } });

const { resolver, fetchRules } = lazyRules<Register>(
  async () => (await import("#shared/contract/account.ts")).Register,
);

const failure = (err: unknown): string =>
  err instanceof Error
    ? err.message || "An error occurred during registration."
    : "Registration failed. Please try again.";

const useRegister = () =>
  useSingleMutation({
    mutationFn: (account: Register) => request<User>("POST", "/api/register", { body: account }),
    onSuccess: (user, _account, _result, { client }) => {
      changeUser(client, user);
      toast({ title: "Welcome!", description: "Your account has been created successfully." });
    },
    onError: (err) =>
      toast({ title: "Registration failed", description: failure(err), tone: "danger" }),
  });

export const RegisterForm = ({ typed, onType }: TypedNamesProps) => {
  const account = useRegister();
  const form = useForm<Register>({
    resolver,
    defaultValues: { ...typed, password: "" },
  });
  const { register, formState } = form;
  const submit = form.handleSubmit((entered) =>
    account.mutate(entered, {
      onError: (err) => showServerErrors(form, ["username", "email", "password"], err),
    }),
  );
  return (
    <FieldColumn noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
      <UsernameField
        {...register("username", kept("username", { onType }))}
        error={formState.errors.username?.message}
      />
      <InputField
        {...register("email", kept("email", { onType }))}
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
        You must be at least {MINIMUM_AGE} years old to sign up. What we do with your data is in our{" "}
        <PolicyLink to="/privacy">Privacy Policy</PolicyLink>.
      </Muted>
    </FieldColumn>
  );
};
