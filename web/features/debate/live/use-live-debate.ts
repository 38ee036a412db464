import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { followDebate } from "./follow-debate.ts";

/** Keeps a debate's cached data live while the component is mounted. */
export const useLiveDebate = (debateId: number): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(
    () => (socket ? followDebate(socket, client, debateId) : undefined),
    [socket, client, debateId],
  );
};
