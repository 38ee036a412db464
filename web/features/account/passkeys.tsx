import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Passkey, PasskeyCreation } from "#shared/contract/sign-in-methods.ts";
import { deviceName } from "#shared/domain/device.ts";
import { MOST_PASSKEYS, PASSKEY_NAME_MAX } from "#shared/domain/sign-in-method.ts";
import { Button } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Input } from "#web/components/ui/field.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { createPasskey, useHasPasskeys } from "#web/lib/passkeys.ts";
import { request } from "#web/lib/request.ts";
import { Line, List, Name, What } from "./list.tsx";
import { useAccountAct } from "./use-account-act.ts";

const addPasskey = async () => {
  const path = "/api/account/passkeys";
  const options = await request<PasskeyCreation>("POST", `${path}/options`);
  const body = { name: deviceName(navigator.userAgent), ...(await createPasskey(options)) };
  return request<Passkey>("POST", path, { body });
};

const NameEntry = styled("form", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3", flex: "1 1 100%" },
});

const NameForm = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const [name, setName] = useState(passkey.name);
  const entry = useRef<HTMLInputElement>(null);
  useEffect(() => entry.current?.select(), []);
  const path = `/api/account/passkeys/${passkey.id}`;
  const rename = useAccountAct(
    () => request<undefined>("PATCH", path, { body: { name } }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <NameEntry onSubmit={submit}>
      <Input
        aria-label={`New name of ${passkey.name}`}
        ref={entry}
        required
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        css={{ flex: "1 1 12rem", w: "auto" }}
      />
      <Button type="submit" look="solid" isPending={rename.isPending}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </NameEntry>
  );
};

const PasskeyLine = ({ passkey }: { passkey: Passkey }) => {
  const { id, name, createdAt, usedAt } = passkey;
  const [isNaming, setNaming] = useState(false);
  const remove = useAccountAct(
    () => request<undefined>("DELETE", `/api/account/passkeys/${id}`),
    "The passkey is removed",
  );
  if (isNaming)
    return (
      <Line>
        <NameForm passkey={passkey} onClose={() => setNaming(false)} />
      </Line>
    );
  return (
    <Line>
      <KeyRound size={20} />
      <What>
        <Name>{name}</Name>
        <Muted css={{ fontSize: "14" }}>
          added <TimeAgo at={createdAt} />
          {usedAt === null ? ", not used yet" : ", last used "}
          {usedAt !== null && <TimeAgo at={usedAt} />}
        </Muted>
      </What>
      <Button look="ghost" aria-label={`Rename ${name}`} onClick={() => setNaming(true)}>
        Rename
      </Button>
      <ConfirmButton
        look="danger"
        aria-label={`Remove ${name}`}
        isPending={remove.isPending}
        question="Remove this passkey?"
        subject={name}
        consequence="Nobody can sign in with it any more. What your device keeps of it does nothing then."
        confirmLabel="Remove"
        onConfirm={() => remove.mutate()}
      >
        Remove
      </ConfirmButton>
    </Line>
  );
};

export const Passkeys = ({
  passkeys,
  mayAdd,
}: {
  passkeys: readonly Passkey[];
  mayAdd: boolean;
}) => {
  const hasPasskeys = useHasPasskeys();
  const add = useAccountAct(addPasskey, "Your passkey is added");
  return (
    <>
      <Muted>
        A passkey is your fingerprint, your face or the code of your device: no password to forget,
        and none to steal.
      </Muted>
      {passkeys.length > 0 && (
        <List aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </List>
      )}
      <Row>
        <Button
          disabled={!mayAdd || !hasPasskeys || passkeys.length >= MOST_PASSKEYS}
          isPending={add.isPending}
          onClick={() => add.mutate()}
        >
          {add.isPending ? "Waiting for your device…" : "Add a passkey"}
        </Button>
        {!hasPasskeys && (
          <Muted css={{ fontSize: "14" }}>This browser has none, or not at this address.</Muted>
        )}
      </Row>
    </>
  );
};
