import path from "node:path";
import { Piscina } from "piscina";
import type { TranscodeRequest } from "./transcode-thread.ts";
import { type Mp3, parseMp3 } from "./mp3.ts";

/** Transcodes MP3s in a worker thread. The thread runs until `close`. */
export const openTranscoder = () => {
  const pool = new Piscina<TranscodeRequest, Uint8Array>({
    filename: path.resolve("dist", "transcode-thread.js"),
    maxThreads: 1,
  });
  return {
    convert: async (request: TranscodeRequest): Promise<Mp3> =>
      parseMp3(Buffer.from(await pool.run(request))),
    close: () => pool.destroy(),
  };
};
