import { EventEmitter } from "node:events";
import type { ApiSocketServer } from "../realtime/sockets/socket-server.ts";

export interface RecordingEvents {
  /**
   * Resolves when a worker reports that the turn's recording is complete or failed, after `ms`
   * milliseconds, or when `gone` aborts.
   */
  next(turnId: number, ms: number, gone: AbortSignal): Promise<void>;
}

/** Listens to reports of all workers. */
export const subscribeToRecordingEvents = (io: ApiSocketServer): RecordingEvents => {
  const news = new EventEmitter().setMaxListeners(0);
  io.on("audio:settled", (turnId) => void news.emit(String(turnId)));
  return {
    next: (turnId, ms, gone) =>
      new Promise((resolve) => {
        if (gone.aborted) return resolve();
        const name = String(turnId);
        const settle = () => {
          clearTimeout(late);
          news.off(name, settle);
          gone.removeEventListener("abort", settle);
          resolve();
        };
        const late = setTimeout(settle, ms);
        news.once(name, settle);
        gone.addEventListener("abort", settle, { once: true });
      }),
  };
};
