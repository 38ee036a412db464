import { Piscina } from "piscina";
import { rejectWhenQueueFull } from "#api/http/rate-limiting/reject-when-queue-full.ts";
import type { DebateCard } from "./debate-card.ts";

export type DrawPicture = (card: DebateCard) => Promise<Uint8Array>;

const IDLE_TIMEOUT_MS = 60_000;
const MAX_QUEUE_LENGTH = 200;

/**
 * Draws pictures on a separate thread, so that live debates are not blocked. The thread and its
 * memory are released after a minute without requests.
 */
export const createPictureWorker = (
  file: string,
): { draw: DrawPicture; close(): Promise<void> } => {
  let pool: Piscina<DebateCard, Uint8Array> | undefined;
  return {
    async draw(card) {
      pool ??= new Piscina<DebateCard, Uint8Array>({
        filename: file,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_TIMEOUT_MS,
      });
      rejectWhenQueueFull(pool.queueSize, MAX_QUEUE_LENGTH, "pictures are being drawn");
      return pool.run(card);
    },
    close: async () => pool?.destroy(),
  };
};
