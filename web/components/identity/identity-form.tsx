import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ConfirmIdentityRequest } from "#shared/contract/accounts/account.ts";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { signPasskeyChallenge, usePasskeyProblem } from "#web/lib/auth/passkeys.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { styled } from "../theme/styled.tsx";
import { Button } from "../ui/controls/button.tsx";
import { FormColumn, InputField } from "../ui/controls/field.tsx";
import { PasswordField } from "../ui/controls/password-field.tsx";
import { Muted, Row } from "../ui/content/typography.tsx";
import { ErrorNotice } from "../ui/feedback/error-notice.tsx";

const IDENTITY_API_PATH = "/api/account/identity";

const { resolver, fetchRules } = createLazyResolver<ConfirmIdentityRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).ConfirmIdentityRequest,
);

interface IdentityFormProps {
  variant: "solid" | "destroy";
  pendingLabel: string;
  /** Called once the identity is confirmed. The form itself shows errors. */
  onConfirmed: (client: QueryClient) => Promise<void> | void;
  onCancel: () => void;
  /** Label of the submit button. */
  children: string;
}

/** Puts the passkey button beside the other buttons, or below them on narrow screens. */
const PasskeyColumn = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    order: { base: 1, sm: 0 },
    flexBasis: { base: "100%", sm: "auto" },
    me: { sm: "auto" },
    "&:has([role=alert])": { flexBasis: "100%" },
  },
});

interface PasskeyIdentityProps extends Pick<IdentityFormProps, "onConfirmed" | "children"> {
  variant?: IdentityFormProps["variant"];
}

const PasskeyIdentity = ({ variant, onConfirmed, children }: PasskeyIdentityProps) => {
  const confirm = useSingleMutation({
    mutationFn: async () => {
      const body = await signPasskeyChallenge(`${IDENTITY_API_PATH}/passkey/options`);
      return request<undefined>("POST", `${IDENTITY_API_PATH}/passkey`, { body });
    },
    onSuccess: (_nothing, _none, _result, { client }) => onConfirmed(client),
  });
  return (
    <PasskeyColumn>
      {confirm.error && <ErrorNotice message={confirm.error.message} />}
      <Button
        {...(variant && { variant })}
        isPending={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {confirm.isPending ? "Waiting for your passkey…" : children}
      </Button>
    </PasskeyColumn>
  );
};

interface PasswordIdentityProps extends IdentityFormProps {
  needsCode: boolean;
  hasPasskey: boolean;
}

/** Asks for the password, and for a code if the account has an authenticator app. */
const PasswordIdentityForm = ({ needsCode, hasPasskey, ...props }: PasswordIdentityProps) => {
  const { variant, pendingLabel, onConfirmed, onCancel, children } = props;
  const { user } = useAuth();
  const form = useForm<ConfirmIdentityRequest>({ resolver, defaultValues: { password: "" } });
  const confirm = useSingleMutation({
    mutationFn: (body: ConfirmIdentityRequest) =>
      request<undefined>("POST", IDENTITY_API_PATH, { body }),
    onSuccess: (_nothing, _body, _result, { client }) => onConfirmed(client),
    // Shows errors at the field, because a toast would be behind the dialog.
    onError: (err) => {
      const isCode = err instanceof ApiError && err.fields["code"] !== undefined;
      const field = isCode ? "code" : "password";
      form.setError(field, { message: err.message });
      form.setFocus(field);
    },
  });
  return (
    <FormColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => confirm.mutate(body))}
    >
      {/* Password managers read the account's name from this input. */}
      <input type="hidden" autoComplete="username" value={user?.username ?? ""} readOnly />
      <PasswordField
        {...form.register("password")}
        label="Your password"
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
      />
      {needsCode && (
        <InputField
          {...form.register("code")}
          label="Code from your authenticator app"
          error={form.formState.errors.code?.message}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <Row css={{ justifyContent: "flex-end" }}>
        {hasPasskey && <PasskeyIdentity onConfirmed={onConfirmed}>Use a passkey</PasskeyIdentity>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={variant} isPending={confirm.isPending}>
          {confirm.isPending ? pendingLabel : children}
        </Button>
      </Row>
    </FormColumn>
  );
};

/**
 * Form in a dialog that confirms the user's identity. Offers the password (with a code if the
 * account has an authenticator app), a passkey, or both.
 */
export const IdentityForm = (props: IdentityFormProps) => {
  const { data: account, isPending } = useQuery(accountQuery);
  const problem = usePasskeyProblem();
  const methods = account?.signInMethods;
  const hasPasskey = (methods?.passkeys.length ?? 0) > 0;
  const hasApp = Boolean(methods?.app);
  if (isPending || !hasPasskey || hasApp)
    return (
      <PasswordIdentityForm
        {...props}
        needsCode={hasApp}
        hasPasskey={hasPasskey && problem === null}
      />
    );
  return (
    <>
      {problem && (
        <Muted>
          Your account uses a passkey. {problem} You can also sign out and sign in again.
        </Muted>
      )}
      <Row css={{ justifyContent: "flex-end" }}>
        <Button onClick={props.onCancel}>Cancel</Button>
        {problem === null && <PasskeyIdentity {...props} />}
      </Row>
    </>
  );
};
