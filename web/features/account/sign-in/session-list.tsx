import { MonitorSmartphone } from "lucide-react";
import type { ActiveSession } from "#shared/contract/accounts/account.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { ItemRow, ItemList, ItemName, ItemDescription } from "../item-list.tsx";
import { AccountSection } from "../account-section.tsx";

const useEndSessions = (path: string, description: string) =>
  useSingleMutation({
    mutationFn: (body?: { session: string }) =>
      request<undefined>("POST", path, body ? { body } : {}),
    onSuccess: () => showToast({ title: "Signed out", description }),
    onError: showErrorToast,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });

const SessionRow = ({ session }: { session: ActiveSession }) => {
  const { id, device, address, lastSeenAt, isThis } = session;
  const end = useEndSessions("/api/account/sessions/end", "That device is signed out.");
  return (
    <ItemRow>
      <MonitorSmartphone size={20} />
      <ItemDescription>
        <ItemName>
          {device}
          {isThis && <Badge tone="good">This device</Badge>}
        </ItemName>
        <Muted css={{ fontSize: "14" }}>
          {address !== "" && `${address} · `}last seen <TimeAgo at={lastSeenAt} />
        </Muted>
      </ItemDescription>
      {!isThis && (
        <Button
          aria-label={`Sign out ${device}`}
          isPending={end.isPending}
          onClick={() => end.mutate({ session: id })}
        >
          Sign out
        </Button>
      )}
    </ItemRow>
  );
};

export const SessionList = ({ sessions }: { sessions: readonly ActiveSession[] }) => {
  const endOthers = useEndSessions(
    "/api/account/sessions/end-others",
    "All other devices are signed out.",
  );
  return (
    <AccountSection title="Devices">
      <ItemList>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ItemList>
      {sessions.length > 1 && (
        <Row>
          <Button isPending={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            Sign out all other devices
          </Button>
        </Row>
      )}
    </AccountSection>
  );
};
