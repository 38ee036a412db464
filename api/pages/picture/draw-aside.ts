import { Piscina } from "piscina";
import { refuseCrowd } from "../../http/refuse-crowd.ts";
import type { DebateCard } from "./debate-card.ts";

export type DrawPicture = (card: DebateCard) => Promise<Uint8Array>;

const IDLE_MS = 60_000;
const LONGEST_QUEUE = 200;

/**
 * Draws pictures on a separate thread, so that live debates are not blocked. The thread and its
 * memory are released after a minute without requests.
 */
export const drawAside = (file: string): { draw: DrawPicture; close(): Promise<void> } => {
  let pool: Piscina<DebateCard, Uint8Array> | undefined;
  return {
    async draw(card) {
      pool ??= new Piscina<DebateCard, Uint8Array>({
        filename: file,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
      });
      refuseCrowd(pool.queueSize, LONGEST_QUEUE, "pictures are being drawn");
      return pool.run(card);
    },
    close: async () => pool?.destroy(),
  };
};
