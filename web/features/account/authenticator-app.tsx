import { Smartphone } from "lucide-react";
import { Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import type {
  AppSecret,
  ConfirmApp,
  RecoveryCodes as NewCodes,
  SignInMethods,
} from "#shared/contract/sign-in-methods.ts";
import { Button } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { counted } from "#web/lib/format.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { Line, List, Name, What } from "./list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useAccountAct } from "./use-account-act.ts";

const PATH = "/api/account/app";

const QrCode = splitOptional(() => import("./qr-code.tsx"));

const { resolver, fetchRules } = lazyRules<ConfirmApp>(
  async () => (await import("#shared/contract/sign-in-methods.ts")).ConfirmApp,
);

const SecretText = styled("code", {
  base: { fontFamily: "code", fontSize: "14", overflowWrap: "anywhere", userSelect: "all" },
});

interface SetUpProps {
  app: AppSecret;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** QR code for the app and input for its first code. */
const SetUp = ({ app, onDone, onCancel }: SetUpProps) => {
  const form = useForm<ConfirmApp>({ resolver, defaultValues: { code: "" } });
  const confirm = useAccountAct(
    (body: ConfirmApp) => request<NewCodes>("POST", `${PATH}/confirm`, { body }),
    ({ recoveryCodes }) => onDone(recoveryCodes),
  );
  const submit = form.handleSubmit((body) =>
    confirm.mutate(body, { onError: (err) => showServerErrors(form, ["code"], err) }),
  );
  return (
    <FieldColumn noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
      <Muted>
        Scan this with your authenticator app, or type the letters into it. Then enter the six
        digits that it shows.
      </Muted>
      <Suspense fallback={<Skeleton css={{ boxSize: "13rem" }} />}>
        <QrCode text={app.address} label="For your authenticator app" />
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
    </FieldColumn>
  );
};

interface IsOnProps {
  app: NonNullable<SignInMethods["app"]>;
  onCodes: (codes: readonly string[]) => void;
}

const IsOn = ({ app, onCodes }: IsOnProps) => {
  const renew = useAccountAct(
    () => request<NewCodes>("POST", "/api/account/recovery-codes"),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );
  const remove = useAccountAct(() => request<undefined>("DELETE", PATH), "The app is removed");
  return (
    <List>
      <Line>
        <Smartphone size={20} />
        <What>
          <Name>Authenticator app</Name>
          <Muted css={{ fontSize: "14" }}>
            added <TimeAgo at={app.addedAt} />, {counted(app.recoveryCodes, "recovery code")} left
          </Muted>
        </What>
        <ConfirmButton
          look="ghost"
          isPending={renew.isPending}
          question="Make new recovery codes?"
          consequence="Those of before do nothing any more."
          confirmLabel="Make new ones"
          onConfirm={() => renew.mutate()}
        >
          New recovery codes
        </ConfirmButton>
        <ConfirmButton
          look="danger"
          aria-label="Remove the authenticator app"
          isPending={remove.isPending}
          question="Remove the authenticator app?"
          consequence="Your password alone will sign you in then. Your recovery codes go with it."
          confirmLabel="Remove"
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </Line>
    </List>
  );
};

/** Sets up or shows the authenticator app, whose codes are asked for after the password. */
export const AuthenticatorApp = ({
  app,
  mayAdd,
}: Pick<SignInMethods, "app"> & { mayAdd: boolean }) => {
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useAccountAct(() => request<AppSecret>("POST", PATH));
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />;
  if (app) return <IsOn app={app} onCodes={setCodes} />;
  const finish = (made: readonly string[]) => {
    setCodes(made);
    begin.reset();
  };
  if (begin.data) return <SetUp app={begin.data} onDone={finish} onCancel={begin.reset} />;
  return (
    <>
      <Muted>
        Or have an app make a code that is asked for after your password, so that the password alone
        opens nothing.
      </Muted>
      <Row>
        <Button disabled={!mayAdd} isPending={begin.isPending} onClick={() => begin.mutate()}>
          Set up an authenticator app
        </Button>
      </Row>
    </>
  );
};
