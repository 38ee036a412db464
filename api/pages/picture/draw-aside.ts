import type { Piscina } from "piscina";
import type { DebateCard } from "./debate-card.ts";

/** Draws a debate's card as a PNG. */
export type DrawPicture = (card: DebateCard) => Promise<Uint8Array>;

const IDLE_MS = 60_000;
/** Whoever comes after so many waits in vain, instead of making everyone wait longer. */
const LONGEST_QUEUE = 200;

/**
 * Draws pictures on a thread of their own, so that no live debate waits for them. The thread, and
 * all that drawing needs, is there only while pictures are asked for.
 */
export const drawAside = (file: string): { draw: DrawPicture; close(): Promise<void> } => {
  let pool: Promise<Piscina<DebateCard, Uint8Array>> | undefined;
  const open = async () => {
    const { Piscina } = await import("piscina");
    const size = { minThreads: 0, maxThreads: 1, maxQueue: LONGEST_QUEUE, idleTimeout: IDLE_MS };
    return new Piscina<DebateCard, Uint8Array>({ filename: file, ...size });
  };
  return {
    async draw(card) {
      pool ??= open();
      return (await pool).run(card);
    },
    close: async () => (await pool)?.destroy(),
  };
};
