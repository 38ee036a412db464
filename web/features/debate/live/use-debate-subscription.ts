import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { subscribeToDebate } from "./subscribe-to-debate.ts";

/**
 * Updates a debate's cached data from socket events while the component is mounted. The viewer of a
 * preview is not counted as a watcher.
 */
export const useDebateSubscription = (debateId: number, isPreview = false): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(
    () => (socket ? subscribeToDebate(socket, client, debateId, isPreview) : undefined),
    [socket, client, debateId, isPreview],
  );
};
