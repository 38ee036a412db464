import { useEffect, useState } from "react";
import { useAuth } from "./auth/auth.tsx";
import type { LiveSocket } from "./live-socket.ts";

/** The connection for pushes; its code is loaded after the page has appeared. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const { user } = useAuth();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isGone = false;
    const connect = async () => {
      const { liveSocket } = await import("./live-socket.ts");
      if (!isGone) setSocket(liveSocket(userId));
    };
    void connect();
    return () => {
      isGone = true;
    };
  }, [userId]);
  return socket;
};
