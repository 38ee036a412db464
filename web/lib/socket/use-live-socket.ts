import { useEffect, useState } from "react";
import { useAuth } from "../auth/auth.tsx";
import type { LiveSocket } from "./live-socket.ts";
import { retryImport } from "../code-loading/retry-import.ts";

/** The page's socket; undefined until its code is loaded and the user is known. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const { user } = useAuth();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    return retryImport(
      () => import("./live-socket.ts"),
      ({ getLiveSocket: liveSocket }) => setSocket(liveSocket(userId)),
    );
  }, [userId]);
  return socket;
};

/**
 * Calls `onConnect` on each connection, and at once if the socket is connected. Returns a function
 * that stops this.
 */
export const onEachConnect = (
  socket: LiveSocket | undefined,
  onConnect: () => void,
): (() => void) => {
  socket?.on("connect", onConnect);
  if (socket?.connected) onConnect();
  return () => void socket?.off("connect", onConnect);
};
