import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { User } from "#shared/contract/account.ts";
import { useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";

const Follow = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const update = ({ credits }: { credits: number }) =>
      client.setQueryData<User | null>(userQuery.queryKey, (user) => user && { ...user, credits });
    socket?.on("credits:updated", update);
    return () => void socket?.off("credits:updated", update);
  }, [socket, client]);
  return null;
};

/** Keeps the count of a user's credits live, whatever page is open. */
export const LiveCredits = () => useAuth().user && <Follow />;
