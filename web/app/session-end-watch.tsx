import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionEnded } from "#shared/contract/events.ts";
import { switchUser, useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { UNAUTHENTICATED_EVENT } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";

const SESSION_LOST_TOAST = {
  title: "Signed Out",
  description: "Your session has ended. Please sign in again.",
};

// Loaded on demand, because most pages never need these texts.
const describeEnd = async (event: SessionEnded) => {
  const { describeSessionEnd } = await import("./session-end-toasts.ts");
  return describeSessionEnd(event);
};

const SessionEndSubscription = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const isSignedIn = () => Boolean(client.getQueryData(userQuery.queryKey));
    let isReported = false;
    /** Signs out once, even if both the event and a response report the end. */
    const signOut = async (event: SessionEnded | null): Promise<void> => {
      if (isReported) return;
      isReported = true;
      switchUser(client, null);
      const toast = event && (await describeEnd(event).catch(() => null));
      showToast({ ...(toast ?? SESSION_LOST_TOAST), tone: "danger" });
    };
    const handleEnded = (event: SessionEnded) => isSignedIn() && void signOut(event);
    // Any response can report that the session has ended. `isSignedIn` is called at once, because
    // the response will change the cache. `signOut` is delayed, so that its toast replaces that of
    // the failed request.
    const handleUnauthenticated = () => isSignedIn() && setTimeout(() => void signOut(null));
    socket?.on("session:ended", handleEnded);
    window.addEventListener(UNAUTHENTICATED_EVENT, handleUnauthenticated);
    return () => {
      socket?.off("session:ended", handleEnded);
      window.removeEventListener(UNAUTHENTICATED_EVENT, handleUnauthenticated);
    };
  }, [socket, client]);
  return null;
};

/** Signs the user out on every page when the session has ended elsewhere, and says why. */
export const SessionEndWatch = () => useAuth().user && <SessionEndSubscription />;
