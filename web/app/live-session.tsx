import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionEnded } from "#shared/contract/events.ts";
import { changeUser, useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { toast } from "#web/lib/toast.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";

const FAREWELLS = {
  role_changed: ({ role }: SessionEnded) => ({
    title: "Role Changed",
    description: `Your role is ${role ?? "another one"} now. Please sign in again.`,
  }),
  account_deleted: () => ({
    title: "Account Deleted",
    description: "An admin has deleted this account.",
  }),
} as const satisfies Record<SessionEnded["reason"], unknown>;

const LOST = { title: "Signed Out", description: "Your session has ended. Please sign in again." };

const Follow = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    if (!socket) return undefined;
    const signOut = (news: { title: string; description: string }) => {
      changeUser(client, null);
      toast({ ...news, tone: "danger" });
    };
    const end = (why: SessionEnded) => signOut(FAREWELLS[why.reason](why));
    /** Whoever was away may not have heard that the session ended. */
    const askAgain = async () => {
      const user = await client.fetchQuery(userQuery).catch(() => undefined);
      if (user === null) signOut(LOST);
    };
    socket.on("session:ended", end);
    socket.io.on("reconnect", askAgain);
    return () => {
      socket.off("session:ended", end);
      socket.io.off("reconnect", askAgain);
    };
  }, [socket, client]);
  return null;
};

/** Notices, whatever page is open, that somebody else has ended the session, and says why. */
export const LiveSession = () => useAuth().user && <Follow />;
