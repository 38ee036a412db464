import { setTimeout as pause } from "node:timers/promises";
import type { RequestHandler } from "express";
import type { Logger } from "#infra/logger.ts";
import type { ApiSocketServer } from "./socket-server.ts";

/** The part of its time in which whoever stands before it learns that it leaves, and asks elsewhere. */
const NOTICE = 1 / 5;
/** Its sockets are cut a few at a time: so many go in one slice, at least, */
const SLICE_MS = 250;
/** some sooner, some later, so that no two processes cut theirs in step. */
const JITTER = 0.4;

/** What the rest of an API has to know of its end. */
export interface Leaving {
  begin(): void;
  hasBegun(): boolean;
  /** Has connections end with what is answered over them, once it leaves. */
  closeConnections: RequestHandler;
}

export const createLeaving = (): Leaving => {
  let isLeaving = false;
  return {
    begin: () => void (isLeaving = true),
    hasBegun: () => isLeaving,
    closeConnections(_req, res, next) {
      if (isLeaving) res.setHeader("Connection", "close");
      next();
    },
  };
};

interface Draining {
  io: ApiSocketServer;
  leaving: Leaving;
  logger: Logger;
  /** Nobody new finds it then: a proxy asks another. */
  stopListening(): void;
}

/**
 * Closes their connections alone, bit by bit: clients come back by themselves then, to another
 * process, and never all at once. Those that a server disconnects do not.
 */
const leaveSockets = async ({ io }: Draining, ms: number): Promise<void> => {
  const slices = Math.max(1, Math.floor(ms / SLICE_MS));
  for (let left = slices; left > 0; left--) {
    const sockets = [...io.of("/").sockets.values()];
    for (const { conn } of sockets.slice(0, Math.ceil(sockets.length / left))) conn.close();
    await pause((ms / slices) * (1 + JITTER * (Math.random() - 0.5)));
  }
};

/** Serves on for so long, for a while whoever comes and then who is there, and leaves all that is here to other processes. */
export const drain = async (parts: Draining, ms: number): Promise<void> => {
  if (ms === 0) return;
  parts.leaving.begin();
  parts.logger.info({ sockets: parts.io.engine.clientsCount, ms }, "leaving");
  await pause(ms * NOTICE);
  parts.stopListening();
  await leaveSockets(parts, ms * (1 - NOTICE));
};
