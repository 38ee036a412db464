import type { Account } from "#shared/contract/account.ts";
import {
  SECURITY_EVENT_DAYS,
  SECURITY_EVENT_LABEL,
  type SecurityEvent,
} from "#shared/domain/security-event.ts";
import { Muted } from "#web/components/ui/text.tsx";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Section } from "./section.tsx";

const List = styled("ol", { base: { display: "grid", maxH: "18rem", overflowY: "auto" } });
const Line = styled("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
    py: "2",
    fontSize: "14",
    "& + &": { borderTopWidth: "1px", borderColor: "line" },
  },
});
const Name = styled("span", {
  base: { fontWeight: 600 },
  variants: { isAlarming: { true: { color: "pending" } } },
});

const Where = styled("span", { base: { color: "muted" } });

const ALARMING: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  "sign_in_failed",
  "locked",
  "passkey_refused",
  "second_step_failed",
  "act_denied",
]);

export const Activity = ({ events }: { events: Account["events"] }) => (
  <Section title="Recent activity">
    <Muted css={{ fontSize: "14" }}>
      The last {SECURITY_EVENT_DAYS} days. If something was not you, change your password.
    </Muted>
    <List tabIndex={0} aria-label="Recent activity">
      {events.map(({ id, event, address, at }) => (
        <Line key={id}>
          <Name isAlarming={ALARMING.has(event)}>{SECURITY_EVENT_LABEL[event]}</Name>
          <Where>
            {address !== "" && `${address} · `}
            <TimeAgo at={at} />
          </Where>
        </Line>
      ))}
    </List>
  </Section>
);
