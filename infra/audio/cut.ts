import path from "node:path";
import { Piscina } from "piscina";
import type { Cutting } from "./cut-thread.ts";

const IDLE_MS = 60_000;

/** Cuts recordings in a worker thread, which ends when idle. */
export const openCutter = () => {
  let pool: Piscina<Cutting, Uint8Array> | undefined;
  return {
    cut: async (cutting: Cutting): Promise<Buffer> => {
      pool ??= new Piscina<Cutting, Uint8Array>({
        filename: path.resolve("dist", "cut-thread.js"),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
      });
      return Buffer.from(await pool.run(cutting));
    },
    close: async (): Promise<void> => pool?.destroy(),
  };
};
