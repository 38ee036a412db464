import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { User } from "#shared/contract/account.ts";
import { useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { whenConnected } from "#web/lib/when-connected.ts";

const Follow = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const update = ({ credits }: { credits: number }) =>
      client.setQueryData<User | null>(userQuery.queryKey, (user) => user && { ...user, credits });
    // What was said before there was a connection was not heard.
    const catchUp = () => void client.invalidateQueries({ queryKey: userQuery.queryKey });
    socket?.on("credits:updated", update);
    const stopCatchingUp = whenConnected(socket, catchUp);
    return () => {
      socket?.off("credits:updated", update);
      stopCatchingUp();
    };
  }, [socket, client]);
  return null;
};

/** Keeps the count of a user's credits live, whatever page is open. */
export const LiveCredits = () => useAuth().user && <Follow />;
