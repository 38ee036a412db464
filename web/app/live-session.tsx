import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionEnded } from "#shared/contract/events.ts";
import { changeUser, useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { UNAUTHENTICATED } from "#web/lib/request.ts";
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
  account_left: () => ({ title: "Account Deleted", description: "You have deleted this account." }),
  password_changed: () => ({
    title: "Signed Out",
    description: "The password of this account was changed. Please sign in again.",
  }),
  account_suspended: () => ({
    title: "Account Suspended",
    description: "An admin has suspended this account.",
  }),
} as const satisfies Record<SessionEnded["reason"], unknown>;

const LOST = { title: "Signed Out", description: "Your session has ended. Please sign in again." };

/** Once, whatever else comes of the same end. */
const signOut = (client: QueryClient, news: { title: string; description: string }): void => {
  if (!client.getQueryData(userQuery.queryKey)) return;
  changeUser(client, null);
  toast({ ...news, tone: "danger" });
};

const Follow = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const end = (why: SessionEnded) => signOut(client, FAREWELLS[why.reason](why));
    socket?.on("session:ended", end);
    return () => void socket?.off("session:ended", end);
  }, [socket, client]);
  // Whatever is asked may find out, also what is asked again when there is a connection again.
  useEffect(() => {
    // After what the question that found out says of its own failure.
    const lose = () => setTimeout(() => signOut(client, LOST));
    window.addEventListener(UNAUTHENTICATED, lose);
    return () => window.removeEventListener(UNAUTHENTICATED, lose);
  }, [client]);
  return null;
};

/** Notices, whatever page is open, that the session has ended elsewhere, and says why. */
export const LiveSession = () => useAuth().user && <Follow />;
