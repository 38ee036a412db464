import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";

export const OPERATIONS_QUERY_KEY = ["/api/admin/operations"] as const;

/** Running, waiting and failed jobs: requested once, then updated by events. */
export const useOperations = () => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const handleUpdate = (operations: Operations) =>
      client.setQueryData<Operations>(OPERATIONS_QUERY_KEY, operations);
    socket?.on("operations:updated", handleUpdate);
    return () => void socket?.off("operations:updated", handleUpdate);
  }, [socket, client]);
  return useQuery<Operations>({ queryKey: OPERATIONS_QUERY_KEY });
};
