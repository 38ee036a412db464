import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ServerEvents } from "#shared/contract/events.ts";
import { request } from "#web/lib/request.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { whenConnected } from "#web/lib/when-connected.ts";
import { mergeLive, type ShownLive } from "./merge-live.ts";

const liveQuery = queryOptions({
  queryKey: ["/api/debates/live"] as const,
  queryFn: ({ queryKey, signal }) => request<ShownLive[]>("GET", queryKey[0], { signal }),
});

/** The running public debates with their live text. */
export const useLiveDebates = (): ShownLive[] => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  const { data = [] } = useQuery(liveQuery);
  useEffect(() => {
    if (!socket) return undefined;
    const hear: ServerEvents["debates:live"] = ({ debates }) =>
      client.setQueryData(liveQuery.queryKey, (shown = []) => mergeLive(shown, debates));
    socket.on("debates:live", hear);
    const stopJoining = whenConnected(socket, () => void socket.emit("lists:join"));
    return () => {
      socket.off("debates:live", hear);
      stopJoining();
      if (socket.connected) socket.emit("lists:leave");
    };
  }, [socket, client]);
  return data;
};
