import { EventEmitter } from "node:events";
import type { ApiSocketServer } from "../realtime/sockets/create-socket-server.ts";

export interface RecordingEvents {
  /**
   * Resolves when a worker reports that the turn's recording is complete or failed, after `ms`
   * milliseconds, or when `signal` aborts.
   */
  next(turnId: number, ms: number, signal: AbortSignal): Promise<void>;
}

export const subscribeToRecordingEvents = (io: ApiSocketServer): RecordingEvents => {
  const events = new EventEmitter().setMaxListeners(0);
  io.on("audio:settled", (turnId) => void events.emit(String(turnId)));
  return {
    next: (turnId, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const name = String(turnId);
        const settle = () => {
          clearTimeout(timeout);
          events.off(name, settle);
          signal.removeEventListener("abort", settle);
          resolve();
        };
        const timeout = setTimeout(settle, ms);
        events.once(name, settle);
        signal.addEventListener("abort", settle, { once: true });
      }),
  };
};
