import { useEffect, useState } from "react";
import type { LiveSocket } from "./live-socket.ts";

/** The connection for pushes; its code is loaded after the page has appeared. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    let isGone = false;
    const connect = async () => {
      const { liveSocket } = await import("./live-socket.ts");
      if (!isGone) setSocket(liveSocket());
    };
    void connect();
    return () => {
      isGone = true;
    };
  }, []);
  return socket;
};
