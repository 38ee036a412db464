import type { Account, ChooseMails } from "#shared/contract/account.ts";
import type { OptionalMail } from "#shared/domain/mail.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Section } from "./section.tsx";

const List = styled("ul", {
  base: {
    display: "grid",
    "& > li": { py: "3" },
    "& > li + li": { borderTopWidth: "1px", borderColor: "line" },
  },
});
const Always = styled("li", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "4",
    fontSize: "14",
  },
});
const Name = styled("strong", { base: { fontWeight: 600 } });

const ALWAYS = [
  { name: "Receipt", detail: "Of every purchase, for your records." },
  { name: "Sign-in from a new device", detail: "So that nobody is in your account without you." },
];
const CHOSEN = {
  debate_finished: {
    label: "Debate finished",
    detail: "When one of yours is judged while you have no page open here.",
  },
} as const satisfies Record<OptionalMail, object>;

/** Saved immediately. Not disabled while saving, because that would remove the focus. */
const Choice = ({ kind, isOn }: { kind: OptionalMail; isOn: boolean }) => {
  const choose = useSingleMutation({
    mutationFn: (body: ChooseMails) => request<undefined>("PUT", "/api/account/mails", { body }),
    onError: toastError,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  const checked = choose.isPending ? choose.variables.on : isOn;
  return (
    <Switch
      {...CHOSEN[kind]}
      checked={checked}
      onChange={() => {
        if (!choose.isPending) choose.mutate({ kind, on: !checked });
      }}
    />
  );
};

export const Notifications = ({ account }: { account: Account }) => {
  const hasMail = useConfig()?.mail ?? true;
  return (
    <Section title="Notifications">
      {hasMail ? (
        <>
          <Muted css={{ fontSize: "14" }}>
            {account.isEmailConfirmed
              ? "What we write to you by mail."
              : "What we write to you by mail, once your address is confirmed."}
          </Muted>
          <List>
            <li>
              <Choice kind="debate_finished" isOn={account.mails.includes("debate_finished")} />
            </li>
            {ALWAYS.map(({ name, detail }) => (
              <Always key={name}>
                <div>
                  <Name>{name}</Name>
                  <Muted css={{ fontSize: "13" }}>{detail}</Muted>
                </div>
                <Badge>Always</Badge>
              </Always>
            ))}
          </List>
        </>
      ) : (
        <Muted css={{ fontSize: "14" }}>
          Nothing is told by mail here: this server sends none.
        </Muted>
      )}
    </Section>
  );
};
