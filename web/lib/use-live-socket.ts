import { useEffect, useState } from "react";
import { useAuth } from "./auth/auth.tsx";
import type { LiveSocket } from "./live-socket.ts";
import { whenHere } from "./when-here.ts";

/** The connection for pushes; its code is loaded after the page has appeared. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const { user } = useAuth();
  const userId = user === undefined ? undefined : (user?.id ?? null);
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    return whenHere(
      () => import("./live-socket.ts"),
      ({ liveSocket }) => setSocket(liveSocket(userId)),
    );
  }, [userId]);
  return socket;
};
