import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { creditsQuery } from "#web/lib/auth/account-queries.ts";
import { useLiveSocket, onEachConnect } from "#web/lib/socket/use-live-socket.ts";

const CreditBalanceSubscription = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const update = ({ credits }: { credits: number }) => {
      // Cancels a request in flight, whose response may contain an older balance.
      void client.cancelQueries({ queryKey: creditsQuery.queryKey });
      client.setQueryData(creditsQuery.queryKey, { credits });
    };
    // Called on each connect, because events may have been missed and another tab may have switched
    // the user.
    const refetchAll = () => {
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
    };
    socket?.on("credits:updated", update);
    const stopCatchingUp = onEachConnect(socket, refetchAll);
    return () => {
      socket?.off("credits:updated", update);
      stopCatchingUp();
    };
  }, [socket, client]);
  return null;
};

/** Keeps the user's credits current on all pages. */
export const CreditBalanceUpdates = () => useAuth().user && <CreditBalanceSubscription />;
