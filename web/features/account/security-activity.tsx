import type { Account } from "#shared/contract/accounts/account.ts";
import {
  SECURITY_EVENT_RETENTION_DAYS,
  SECURITY_EVENT_LABEL,
  type SecurityEvent,
} from "#shared/domain/accounts/security-event.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AccountSection } from "./account-section.tsx";

const List = styled("ol", { base: { display: "grid", maxH: "18rem", overflowY: "auto" } });
const ActivityRow = styled("li", {
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
const EventName = styled("span", {
  base: { fontWeight: 600 },
  variants: { isAlarming: { true: { color: "pending" } } },
});

const EventOrigin = styled("span", { base: { color: "muted" } });

const SUSPICIOUS_EVENTS: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  "sign_in_failed",
  "locked",
  "passkey_refused",
  "second_step_failed",
  "act_denied",
]);

export const SecurityActivity = ({ events }: { events: Account["events"] }) => (
  <AccountSection title="Recent activity">
    <Muted css={{ fontSize: "14" }}>
      The last {SECURITY_EVENT_RETENTION_DAYS} days. If something wasn’t you, change your password.
    </Muted>
    <List tabIndex={0} aria-label="Recent activity">
      {events.map(({ id, event, address, at }) => (
        <ActivityRow key={id}>
          <EventName isAlarming={SUSPICIOUS_EVENTS.has(event)}>
            {SECURITY_EVENT_LABEL[event]}
          </EventName>
          <EventOrigin>
            {address !== "" && `${address} · `}
            <TimeAgo at={at} />
          </EventOrigin>
        </ActivityRow>
      ))}
    </List>
  </AccountSection>
);
