import { MonitorSmartphone } from "lucide-react";
import type { SignedInDevice } from "#shared/contract/account.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Line, List, Name, What } from "./list.tsx";
import { Section } from "./section.tsx";

const useEnd = (path: string, description: string) =>
  useSingleMutation({
    mutationFn: (body?: { session: string }) =>
      request<undefined>("POST", path, body ? { body } : {}),
    onSuccess: () => toast({ title: "Signed out", description }),
    onError: toastError,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });

const SignedInAt = ({ session }: { session: SignedInDevice }) => {
  const { id, device, address, lastSeenAt, isThis } = session;
  const end = useEnd("/api/account/sessions/end", "That device is signed out.");
  return (
    <Line>
      <MonitorSmartphone size={20} />
      <What>
        <Name>
          {device}
          {isThis && <Badge tone="good">This device</Badge>}
        </Name>
        <Muted css={{ fontSize: "14" }}>
          {address !== "" && `${address} · `}last seen <TimeAgo at={lastSeenAt} />
        </Muted>
      </What>
      {!isThis && (
        <Button
          aria-label={`Sign out ${device}`}
          isPending={end.isPending}
          onClick={() => end.mutate({ session: id })}
        >
          Sign out
        </Button>
      )}
    </Line>
  );
};

export const Sessions = ({ sessions }: { sessions: readonly SignedInDevice[] }) => {
  const endOthers = useEnd("/api/account/sessions/end-others", "You are signed in here alone.");
  return (
    <Section title="Where you are signed in">
      <List>
        {sessions.map((session) => (
          <SignedInAt key={session.id} session={session} />
        ))}
      </List>
      {sessions.length > 1 && (
        <Row>
          <Button isPending={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        </Row>
      )}
    </Section>
  );
};
