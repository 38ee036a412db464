import { useEffect, useEffectEvent } from "react";
import type { ServerEvents } from "#shared/contract/events.ts";
import { onEachConnect, useLiveSocket } from "./use-live-socket.ts";

/** Calls `onList` with the live public debates, every few seconds while the page is connected. */
export const useLiveListEvents = (onList: ServerEvents["debates:live"]): void => {
  const socket = useLiveSocket();
  const handleList = useEffectEvent(onList);
  useEffect(() => {
    if (!socket) return undefined;
    const listener: ServerEvents["debates:live"] = (event) => handleList(event);
    socket.on("debates:live", listener);
    const stopJoining = onEachConnect(socket, () => void socket.emit("lists:join"));
    return () => {
      socket.off("debates:live", listener);
      stopJoining();
      if (socket.connected) socket.emit("lists:leave");
    };
  }, [socket]);
};
