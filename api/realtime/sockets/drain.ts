import { setTimeout as pause } from "node:timers/promises";
import type { RequestHandler } from "express";
import type { Logger } from "#infra/logger.ts";
import type { ApiSocketServer } from "./create-socket-server.ts";

/**
 * Fraction of the drain time in which readiness fails but sockets stay open, so that load balancers
 * stop sending requests here.
 */
const READINESS_NOTICE_SHARE = 1 / 5;
const BATCH_INTERVAL_MS = 250;
/**
 * Random variation of the time between batches. Without it, processes that drain together would
 * close sockets at the same moments.
 */
const JITTER_SHARE = 0.4;

export interface ShutdownState {
  begin(): void;
  hasBegun(): boolean;
  /** Sets `Connection: close` on all responses once the shutdown has begun. */
  closeConnections: RequestHandler;
}

export const createShutdownState = (): ShutdownState => {
  let isShuttingDown = false;
  return {
    begin: () => void (isShuttingDown = true),
    hasBegun: () => isShuttingDown,
    closeConnections(_req, res, next) {
      if (isShuttingDown) res.setHeader("Connection", "close");
      next();
    },
  };
};

interface DrainDeps {
  io: ApiSocketServer;
  shutdown: ShutdownState;
  logger: Logger;
  stopListening(): void;
}

/**
 * Closes sockets gradually, so that clients do not reconnect all at once. Closes only the
 * transport: a Socket.IO client reconnects after that, but not after a disconnect by the server.
 */
const closeSocketsInBatches = async ({ io }: DrainDeps, ms: number): Promise<void> => {
  const slices = Math.max(1, Math.floor(ms / BATCH_INTERVAL_MS));
  for (let slicesLeft = slices; slicesLeft > 0; slicesLeft--) {
    const sockets = [...io.of("/").sockets.values()];
    for (const { conn } of sockets.slice(0, Math.ceil(sockets.length / slicesLeft))) conn.close();
    await pause((ms / slices) * (1 + JITTER_SHARE * (Math.random() - 0.5)));
  }
};

/** Keeps serving for `ms` milliseconds while load balancers and clients move to other processes. */
export const drain = async (deps: DrainDeps, ms: number): Promise<void> => {
  if (ms === 0) return;
  deps.shutdown.begin();
  deps.logger.info({ sockets: deps.io.engine.clientsCount, ms }, "api.draining");
  await pause(ms * READINESS_NOTICE_SHARE);
  deps.stopListening();
  await closeSocketsInBatches(deps, ms * (1 - READINESS_NOTICE_SHARE));
};
