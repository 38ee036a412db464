import { Smartphone } from "lucide-react";
import { Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import type {
  AuthenticatorSecret,
  ConfirmAuthenticatorRequest,
  RecoveryCodes as NewCodes,
  SignInMethods,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { FormColumn, InputField } from "#web/components/ui/controls/field.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCount } from "#web/lib/format.ts";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { ItemRow, ItemList, ItemName, ItemDescription } from "../item-list.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { useAccountMutation } from "../use-account-mutation.ts";

const AUTHENTICATOR_API_PATH = "/api/account/app";

const QrCode = lazyOptional(() => import("./qr-code.tsx"));

const { resolver, fetchRules } = createLazyResolver<ConfirmAuthenticatorRequest>(
  async () =>
    (await import("#shared/contract/accounts/sign-in-methods.ts")).ConfirmAuthenticatorRequest,
);

const SecretText = styled("code", {
  base: { fontFamily: "code", fontSize: "14", overflowWrap: "anywhere", userSelect: "all" },
});

interface AuthenticatorSetupProps {
  app: AuthenticatorSecret;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** QR code for the authenticator app, and an input for the app's first code. */
const AuthenticatorSetup = ({ app, onDone, onCancel }: AuthenticatorSetupProps) => {
  const form = useForm<ConfirmAuthenticatorRequest>({ resolver, defaultValues: { code: "" } });
  const confirm = useAccountMutation(
    (body: ConfirmAuthenticatorRequest) =>
      request<NewCodes>("POST", `${AUTHENTICATOR_API_PATH}/confirm`, { body }),
    ({ recoveryCodes }) => onDone(recoveryCodes),
  );
  const submit = form.handleSubmit((body) =>
    confirm.mutate(body, { onError: (err) => showServerErrors(form, ["code"], err) }),
  );
  return (
    <FormColumn noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
      <Muted>
        Scan this with your authenticator app, or type in the letters. Then enter the six digits it
        shows.
      </Muted>
      <Suspense fallback={<Skeleton css={{ boxSize: "13rem" }} />}>
        <QrCode text={app.address} label="QR code for your authenticator app" />
      </Suspense>
      <SecretText>{app.secret.replace(/.{4}(?=.)/g, "$& ")}</SecretText>
      <InputField
        {...form.register("code")}
        label="Code"
        error={form.formState.errors.code?.message}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Row>
        <SubmitButton isPending={confirm.isPending} pendingLabel="Checking…">
          Turn on
        </SubmitButton>
        <Button size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </FormColumn>
  );
};

interface EnabledAuthenticatorProps {
  app: NonNullable<SignInMethods["app"]>;
  onCodes: (codes: readonly string[]) => void;
}

const EnabledAuthenticator = ({ app, onCodes }: EnabledAuthenticatorProps) => {
  const renew = useAccountMutation(
    () => request<NewCodes>("POST", "/api/account/recovery-codes"),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  const remove = useAccountMutation(
    () => request<undefined>("DELETE", AUTHENTICATOR_API_PATH),
    "Authenticator app removed",
  );
  return (
    <ItemList>
      <ItemRow>
        <Smartphone size={20} />
        <ItemDescription>
          <ItemName>Authenticator app</ItemName>
          <Muted css={{ fontSize: "14" }}>
            added <TimeAgo at={app.addedAt} />, {formatCount(app.recoveryCodes, "recovery code")}{" "}
            left
          </Muted>
        </ItemDescription>
        <ConfirmButton
          variant="ghost"
          isPending={renew.isPending}
          question="Create new recovery codes?"
          consequence="Your old codes will no longer work."
          confirmLabel="Create new codes"
          onConfirm={() => renew.mutate()}
        >
          New recovery codes
        </ConfirmButton>
        <ConfirmButton
          variant="danger"
          aria-label="Remove the authenticator app"
          isPending={remove.isPending}
          question="Remove the authenticator app?"
          consequence="You’ll sign in with your password only. Your recovery codes are deleted too."
          confirmLabel="Remove"
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </ItemRow>
    </ItemList>
  );
};

/** Sets up or shows the authenticator app, whose codes the login requires after the password. */
export const AuthenticatorApp = ({
  app,
  canAdd,
}: Pick<SignInMethods, "app"> & { canAdd: boolean }) => {
  const [codes, setCodes] = useState<readonly string[]>();
  const startSetup = useAccountMutation(() =>
    request<AuthenticatorSecret>("POST", AUTHENTICATOR_API_PATH),
  );
  if (codes) return <RecoveryCodeList codes={codes} onDone={() => setCodes(undefined)} />;
  if (app) return <EnabledAuthenticator app={app} onCodes={setCodes} />;
  const finish = (made: readonly string[]) => {
    setCodes(made);
    startSetup.reset();
  };
  if (startSetup.data)
    return <AuthenticatorSetup app={startSetup.data} onDone={finish} onCancel={startSetup.reset} />;
  return (
    <>
      <Muted>Add a code from an authenticator app after your password.</Muted>
      <Row>
        <Button
          disabled={!canAdd}
          isPending={startSetup.isPending}
          onClick={() => startSetup.mutate()}
        >
          Set up an authenticator app
        </Button>
      </Row>
    </>
  );
};
