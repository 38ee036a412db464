import type { Socket } from "socket.io-client";

/** If a WebSocket has not connected within this time, a proxy is dropping its messages. */
export const WEBSOCKET_TIMEOUT_MS = 4500;
const POLLING_TIMEOUT_MS = 20_000;
/** If a connection closes sooner than this after the handshake, a proxy has closed it. */
const MIN_CONNECTION_MS = 5000;

export const WEBSOCKET_FIRST = {
  transports: ["websocket", "polling"],
  tryAllTransports: true,
  timeout: WEBSOCKET_TIMEOUT_MS,
};

/**
 * Switches to polling if a proxy drops the messages of a WebSocket or closes it; socket.io itself
 * does so only if a WebSocket is refused. The next attempt uses a WebSocket again, because polling
 * fails where one client's requests reach several servers.
 */
export const enablePollingFallback = (socket: Pick<Socket, "io" | "on">): void => {
  const { io } = socket;
  let isPolling = false;
  let openedAt = 0;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  const choose = (isBlocked: boolean) => {
    clearTimeout(connectTimer);
    isPolling = isBlocked && !isPolling;
    io.opts.transports = isPolling ? ["polling"] : WEBSOCKET_FIRST.transports;
    io.timeout(isPolling ? POLLING_TIMEOUT_MS : WEBSOCKET_TIMEOUT_MS);
  };
  io.on("open", () => {
    openedAt = Date.now();
    // After a successful handshake, a proxy may still drop all later messages.
    connectTimer = setTimeout(() => io.engine.transport.close(), WEBSOCKET_TIMEOUT_MS);
  });
  socket
    .on("connect", () => clearTimeout(connectTimer))
    .on("connect_error", ({ message }) => choose(message === "timeout"))
    .on("disconnect", (reason) =>
      choose(reason.startsWith("transport") && Date.now() - openedAt < MIN_CONNECTION_MS),
    );
};
