import path from "node:path";
import { Piscina } from "piscina";
import type { ClipRequest } from "./clip-thread.ts";

const IDLE_TIMEOUT_MS = 60_000;

/** Cuts clips out of recordings in a worker thread. The thread ends after a minute without work. */
export const openClipEncoder = () => {
  let pool: Piscina<ClipRequest, Uint8Array> | undefined;
  return {
    cut: async (request: ClipRequest): Promise<Buffer> => {
      pool ??= new Piscina<ClipRequest, Uint8Array>({
        filename: path.resolve("dist", "clip-thread.js"),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_TIMEOUT_MS,
      });
      return Buffer.from(await pool.run(request));
    },
    close: async (): Promise<void> => pool?.destroy(),
  };
};
