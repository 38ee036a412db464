import type { Socket } from "socket.io-client";
import type { ClientEvents } from "#shared/contract/events.ts";

/** If a WebSocket has not connected within this time, a proxy is dropping its messages. */
export const WEBSOCKET_TIMEOUT_MS = 4500;
const POLLING_TIMEOUT_MS = 20_000;
/** If nothing arrives for this long after a request, a proxy is dropping messages. */
const ANSWER_TIMEOUT_MS = 4500;
/** If a connection closes sooner than this after the handshake, a proxy has closed it. */
const MIN_CONNECTION_MS = 5000;

/** The type of Socket.IO's packet that accepts a connection. */
const CONNECT_PACKET = 0;
/** Events that the server answers at once. If no answer comes, a proxy is dropping messages. */
const ANSWERED_EVENTS: ReadonlySet<string> = new Set([
  "debate:join",
] satisfies (keyof ClientEvents)[]);

export const WEBSOCKET_FIRST = {
  transports: ["websocket", "polling"],
  tryAllTransports: true,
  timeout: WEBSOCKET_TIMEOUT_MS,
};

/**
 * Switches to polling if a proxy drops the messages of a WebSocket (at once or later) or closes it.
 * Without this, socket.io switches only if a WebSocket is refused. If polling fails too, the next
 * attempt uses a WebSocket again. Polling fails where one client's requests reach several servers.
 */
export const enablePollingFallback = (
  socket: Pick<Socket, "io" | "on" | "onAnyOutgoing">,
): void => {
  const { io } = socket;
  let isPolling = false;
  let openedAt = 0;
  let isSilent = false;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  const stopWaitingForAnswer = () => {
    clearTimeout(answerTimer);
    answerTimer = undefined;
  };
  const choose = (isBlocked: boolean) => {
    clearTimeout(connectTimer);
    isPolling = isBlocked && !isPolling;
    io.opts.transports = isPolling ? ["polling"] : WEBSOCKET_FIRST.transports;
    io.timeout(isPolling ? POLLING_TIMEOUT_MS : WEBSOCKET_TIMEOUT_MS);
  };
  io.on("open", () => {
    openedAt = Date.now();
    isSilent = false;
    // After a successful handshake, a proxy may still drop all later messages.
    connectTimer = setTimeout(() => io.engine.transport.close(), WEBSOCKET_TIMEOUT_MS);
  });
  io.on("packet", ({ type }) => {
    if (type !== CONNECT_PACKET) stopWaitingForAnswer();
  });
  io.on("close", stopWaitingForAnswer);
  socket
    .onAnyOutgoing((event: string) => {
      if (isPolling || !ANSWERED_EVENTS.has(event)) return;
      answerTimer ??= setTimeout(() => {
        isSilent = true;
        io.engine.transport.close();
      }, ANSWER_TIMEOUT_MS);
    })
    .on("connect", () => clearTimeout(connectTimer))
    .on("connect_error", ({ message }) => choose(message === "timeout"))
    .on("disconnect", (reason) =>
      choose(
        isSilent || (reason.startsWith("transport") && Date.now() - openedAt < MIN_CONNECTION_MS),
      ),
    );
};
