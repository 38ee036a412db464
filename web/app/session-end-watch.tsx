import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionEnded } from "#shared/contract/events.ts";
import { switchUser, useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { UNAUTHENTICATED_EVENT } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";

const SESSION_END_TOASTS = {
  role_changed: ({ role }: SessionEnded) => ({
    title: "Role Changed",
    description: `Your role is now ${role ?? "a different one"}. Please sign in again.`,
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
  address_restored: () => ({
    title: "Signed Out",
    description: "The old email address of this account was restored. Please sign in again.",
  }),
  account_suspended: () => ({
    title: "Account Suspended",
    description: "An admin has suspended this account.",
  }),
  ended_by_admin: () => ({
    title: "Signed Out",
    description: "An admin has signed out this account everywhere. Please sign in again.",
  }),
} as const satisfies Record<SessionEnded["reason"], unknown>;

const SESSION_LOST_TOAST = {
  title: "Signed Out",
  description: "Your session has ended. Please sign in again.",
};

const SessionEndSubscription = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const isSignedIn = () => Boolean(client.getQueryData(userQuery.queryKey));
    let isReported = false;
    /** Signs out once, even if both the event and a response report the end. */
    const signOut = (toast: { title: string; description: string }): void => {
      if (isReported) return;
      isReported = true;
      switchUser(client, null);
      showToast({ ...toast, tone: "danger" });
    };
    const handleEnded = (event: SessionEnded) =>
      isSignedIn() && signOut(SESSION_END_TOASTS[event.reason](event));
    // Any response can report the end of the session. `isSignedIn` is called at once, because the
    // response will change the cache. The timeout lets this toast replace that of the failed
    // request.
    const handleUnauthenticated = () =>
      isSignedIn() && setTimeout(() => signOut(SESSION_LOST_TOAST));
    socket?.on("session:ended", handleEnded);
    window.addEventListener(UNAUTHENTICATED_EVENT, handleUnauthenticated);
    return () => {
      socket?.off("session:ended", handleEnded);
      window.removeEventListener(UNAUTHENTICATED_EVENT, handleUnauthenticated);
    };
  }, [socket, client]);
  return null;
};

/** On every page: signs the user out when the session has ended elsewhere, and says why. */
export const SessionEndWatch = () => useAuth().user && <SessionEndSubscription />;
