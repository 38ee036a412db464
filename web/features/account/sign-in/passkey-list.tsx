import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Passkey, PasskeyCreationOptions } from "#shared/contract/accounts/sign-in-methods.ts";
import { describeDevice } from "#shared/domain/accounts/device.ts";
import { MAX_PASSKEYS, PASSKEY_NAME_MAX } from "#shared/domain/accounts/sign-in-method.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { Input } from "#web/components/ui/controls/field.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { createPasskey, usePasskeyProblem } from "#web/lib/auth/passkeys.ts";
import { request } from "#web/lib/api/request.ts";
import { ItemRow, ItemList, ItemName, ItemDescription } from "../item-list.tsx";
import { useAccountMutation } from "../use-account-mutation.ts";

const addPasskey = async () => {
  const path = "/api/account/passkeys";
  const options = await request<PasskeyCreationOptions>("POST", `${path}/options`);
  const body = { name: describeDevice(navigator.userAgent), ...(await createPasskey(options)) };
  return request<Passkey>("POST", path, { body });
};

const RenameFormFrame = styled("form", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3", flex: "1 1 100%" },
});

const RenamePasskeyForm = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const [name, setName] = useState(passkey.name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const path = `/api/account/passkeys/${passkey.id}`;
  const rename = useAccountMutation(
    () => request<undefined>("PATCH", path, { body: { name } }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <RenameFormFrame onSubmit={submit}>
      <Input
        aria-label={`New name for ${passkey.name}`}
        ref={input}
        required
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        css={{ flex: "1 1 12rem", w: "auto" }}
      />
      <Button type="submit" variant="solid" isPending={rename.isPending}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </RenameFormFrame>
  );
};

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const { id, name, createdAt, usedAt } = passkey;
  const [isNaming, setNaming] = useState(false);
  const remove = useAccountMutation(
    () => request<undefined>("DELETE", `/api/account/passkeys/${id}`),
    "Passkey removed",
  );
  if (isNaming)
    return (
      <ItemRow>
        <RenamePasskeyForm passkey={passkey} onClose={() => setNaming(false)} />
      </ItemRow>
    );
  return (
    <ItemRow>
      <KeyRound size={20} />
      <ItemDescription>
        <ItemName>{name}</ItemName>
        <Muted css={{ fontSize: "14" }}>
          added <TimeAgo at={createdAt} />
          {usedAt === null ? ", not used yet" : ", last used "}
          {usedAt !== null && <TimeAgo at={usedAt} />}
        </Muted>
      </ItemDescription>
      <Button variant="ghost" aria-label={`Rename ${name}`} onClick={() => setNaming(true)}>
        Rename
      </Button>
      <ConfirmButton
        variant="danger"
        aria-label={`Remove ${name}`}
        isPending={remove.isPending}
        question="Remove this passkey?"
        subject={name}
        consequence="It can’t be used to sign in any more. You can also delete it from your device."
        confirmLabel="Remove"
        onConfirm={() => remove.mutate()}
      >
        Remove
      </ConfirmButton>
    </ItemRow>
  );
};

export const PasskeyList = ({
  passkeys,
  canAdd,
}: {
  passkeys: readonly Passkey[];
  canAdd: boolean;
}) => {
  const problem = usePasskeyProblem();
  const add = useAccountMutation(addPasskey, "Passkey added");
  return (
    <>
      <Muted>Sign in with your fingerprint, face or device PIN.</Muted>
      {passkeys.length > 0 && (
        <ItemList aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ItemList>
      )}
      <Row>
        <Button
          disabled={!canAdd || problem !== null || passkeys.length >= MAX_PASSKEYS}
          isPending={add.isPending}
          onClick={() => add.mutate()}
        >
          {add.isPending ? "Waiting for your device…" : "Add a passkey"}
        </Button>
        {problem && <Muted css={{ fontSize: "14" }}>{problem}</Muted>}
      </Row>
    </>
  );
};
