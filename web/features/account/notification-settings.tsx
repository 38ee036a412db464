import type { Account, SetEmailPreferenceRequest } from "#shared/contract/accounts/account.ts";
import type { OptionalEmail } from "#shared/domain/email.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { AccountSection } from "./account-section.tsx";

const List = styled("ul", {
  base: {
    display: "grid",
    "& > li": { py: "3" },
    "& > li + li": { borderTopWidth: "1px", borderColor: "line" },
  },
});
const AlwaysSentRow = styled("li", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "4",
    fontSize: "14",
  },
});
const Name = styled("strong", { base: { fontWeight: 600 } });

const ALWAYS_SENT_EMAILS = [
  { name: "Receipt", detail: "For every purchase." },
  { name: "Sign-in from a new device", detail: "Security alert." },
];
const OPTIONAL_EMAILS = {
  debate_finished: {
    label: "Debate finished",
    detail: "When your debate finishes and you’re away.",
  },
} as const satisfies Record<OptionalEmail, object>;

/**
 * A switch that saves each change at once. It stays enabled while it saves, because a disabled
 * switch would lose the focus.
 */
const OptionalEmailSwitch = ({ kind, isOn }: { kind: OptionalEmail; isOn: boolean }) => {
  const choose = useSingleMutation({
    mutationFn: (body: SetEmailPreferenceRequest) =>
      request<undefined>("PUT", "/api/account/mails", { body }),
    onError: showErrorToast,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  const checked = choose.isPending ? choose.variables.on : isOn;
  return (
    <Switch
      {...OPTIONAL_EMAILS[kind]}
      checked={checked}
      onChange={() => {
        if (!choose.isPending) choose.mutate({ kind, on: !checked });
      }}
    />
  );
};

export const NotificationSettings = ({ account }: { account: Account }) => {
  const hasMail = useConfig()?.mail ?? true;
  return (
    <AccountSection title="Notifications">
      {hasMail ? (
        <>
          <Muted css={{ fontSize: "14" }}>
            {account.isEmailConfirmed
              ? "Emails we send."
              : "Emails we send once you’ve verified your email."}
          </Muted>
          <List>
            <li>
              <OptionalEmailSwitch
                kind="debate_finished"
                isOn={account.mails.includes("debate_finished")}
              />
            </li>
            {ALWAYS_SENT_EMAILS.map(({ name, detail }) => (
              <AlwaysSentRow key={name}>
                <div>
                  <Name>{name}</Name>
                  <Muted css={{ fontSize: "13" }}>{detail}</Muted>
                </div>
                <Badge>Always</Badge>
              </AlwaysSentRow>
            ))}
          </List>
        </>
      ) : (
        <Muted css={{ fontSize: "14" }}>This server doesn’t send email.</Muted>
      )}
    </AccountSection>
  );
};
