import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { subscribeToDebate } from "./subscribe-to-debate.ts";

/** Updates a debate's cached data from socket events while the component is mounted. */
export const useDebateSubscription = (debateId: number): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(
    () => (socket ? subscribeToDebate(socket, client, debateId) : undefined),
    [socket, client, debateId],
  );
};
