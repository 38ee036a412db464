import path from "node:path";
import { Piscina } from "piscina";
import type { Conversion } from "./convert-thread.ts";
import { type Mp3, readMp3 } from "./mp3.ts";

/** Converts sound on a thread of its own: what it needs is there until it is closed. */
export const openConverter = () => {
  const pool = new Piscina<Conversion, Uint8Array>({
    filename: path.resolve("dist", "convert-thread.js"),
    maxThreads: 1,
  });
  return {
    convert: async (conversion: Conversion): Promise<Mp3> =>
      readMp3(Buffer.from(await pool.run(conversion))),
    close: () => pool.destroy(),
  };
};
