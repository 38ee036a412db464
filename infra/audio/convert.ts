import path from "node:path";
import { Piscina } from "piscina";
import type { Conversion } from "./convert-thread.ts";
import { type Mp3, readMp3 } from "./mp3.ts";

/** Transcodes MP3s in a worker thread, which runs until `close`. */
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
