import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ServerEvents } from "#shared/contract/events.ts";
import { request } from "#web/lib/api/request.ts";
import { useLiveSocket, onEachConnect } from "#web/lib/socket/use-live-socket.ts";
import { mergeLiveDebates, type ShownLiveDebate } from "./merge-live-debates.ts";

/** The running public debates. `useLiveDebates` keeps them current. */
export const liveDebatesQuery = queryOptions({
  queryKey: ["/api/debates/live"] as const,
  queryFn: ({ queryKey, signal }) => request<ShownLiveDebate[]>("GET", queryKey[0], { signal }),
});

/** The running public debates with the text of their current turns. */
export const useLiveDebates = (): ShownLiveDebate[] => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  const { data = [] } = useQuery(liveDebatesQuery);
  useEffect(() => {
    if (!socket) return undefined;
    const handleList: ServerEvents["debates:live"] = ({ debates }) =>
      client.setQueryData(liveDebatesQuery.queryKey, (shown = []) =>
        mergeLiveDebates(shown, debates),
      );
    socket.on("debates:live", handleList);
    const stopJoining = onEachConnect(socket, () => void socket.emit("lists:join"));
    return () => {
      socket.off("debates:live", handleList);
      stopJoining();
      if (socket.connected) socket.emit("lists:leave");
    };
  }, [socket, client]);
  return data;
};
