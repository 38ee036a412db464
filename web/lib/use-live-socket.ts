import { useEffect, useState } from "react";
import { useAuth } from "./auth/auth.tsx";
import type { LiveSocket } from "./live-socket.ts";

const LOAD_AGAIN_MS = 2000;

/** The connection for pushes; its code is loaded after the page has appeared. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const { user } = useAuth();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isGone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const connect = async () => {
      try {
        const { liveSocket } = await import("./live-socket.ts");
        if (!isGone) setSocket(liveSocket(userId));
      } catch {
        // Without a network there is no code either.
        if (!isGone) again = setTimeout(() => void connect(), LOAD_AGAIN_MS);
      }
    };
    void connect();
    return () => {
      isGone = true;
      clearTimeout(again);
    };
  }, [userId]);
  return socket;
};
