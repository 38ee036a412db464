import { useEffect, useState } from "react";
import type { LiveSocket } from "./live-socket.ts";

/** The connection for pushes; its code is loaded after the page has appeared. */
export const useLiveSocket = (): LiveSocket | undefined => {
  const [socket, setSocket] = useState<LiveSocket>();
  useEffect(() => {
    let isGone = false;
    void import("./live-socket.ts").then(({ liveSocket }) => {
      if (!isGone) setSocket(liveSocket());
    });
    return () => {
      isGone = true;
    };
  }, []);
  return socket;
};
