import type { Logger } from "#infra/logger.ts";
import { socketsClosed, socketsOpened } from "#infra/metrics/registry.ts";
import type { ApiSocketServer } from "./create-socket-server.ts";

const LOG_INTERVAL_MS = 60_000;

export const logSocketCounts = (io: ApiSocketServer, logger: Logger): { close(): void } => {
  let joined = 0;
  let gone: Record<string, number> = {};
  const onDisconnect = (reason: string) => {
    gone[reason] = (gone[reason] ?? 0) + 1;
    socketsClosed.inc({ reason });
  };
  io.on("connection", (socket) => {
    joined++;
    socketsOpened.inc();
    socket.on("disconnect", onDisconnect);
  });
  const logCounts = () => {
    if (joined === 0 && Object.keys(gone).length === 0) return;
    logger.info({ joined, gone, open: io.engine.clientsCount }, "sockets.counted");
    [joined, gone] = [0, {}];
  };
  const timer = setInterval(logCounts, LOG_INTERVAL_MS).unref();
  return {
    close() {
      clearInterval(timer);
      logCounts();
    },
  };
};
