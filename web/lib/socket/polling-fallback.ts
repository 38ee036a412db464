import type { Socket } from "socket.io-client";

/** If a WebSocket has not connected within this time, a proxy swallows it. */
export const WEBSOCKET_TIMEOUT_MS = 4500;
const POLLING_TIMEOUT_MS = 20_000;
/** A connection that closes sooner than this after the handshake was cut by a proxy. */
const MIN_CONNECTION_MS = 5000;

export const WEBSOCKET_FIRST = {
  transports: ["websocket", "polling"],
  tryAllTransports: true,
  timeout: WEBSOCKET_TIMEOUT_MS,
};

/**
 * Connects by polling after a WebSocket that was swallowed or cut. socket.io itself does so only
 * for one that is refused. The attempt after that begins with a WebSocket again, because polling
 * fails where requests of one client reach several servers.
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
    // The handshake passed, and later messages may be swallowed.
    connectTimer = setTimeout(() => io.engine.transport.close(), WEBSOCKET_TIMEOUT_MS);
  });
  socket
    .on("connect", () => clearTimeout(connectTimer))
    .on("connect_error", ({ message }) => choose(message === "timeout"))
    .on("disconnect", (reason) =>
      choose(reason.startsWith("transport") && Date.now() - openedAt < MIN_CONNECTION_MS),
    );
};
