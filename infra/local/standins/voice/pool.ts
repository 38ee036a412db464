import { availableParallelism } from "node:os";
import path from "node:path";
import { Piscina } from "piscina";
import { z } from "zod";
import type { Utterance } from "./speech-request.ts";

const MOST_THREADS = 4;
/** A thread that nobody needs gives its memory back. */
const IDLE_MS = 60_000;

const Bytes = z.instanceof(Uint8Array);

export interface VoicePool {
  /** Speaks, on a thread of its own. */
  speak(utterance: Utterance): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Threads that speak, from the first word on. */
export const createVoicePool = (): VoicePool => {
  let pool: Piscina | undefined;
  const threads = () =>
    (pool ??= new Piscina({
      filename: path.resolve("dist", "voice-thread.js"),
      minThreads: 0,
      maxThreads: Math.min(MOST_THREADS, availableParallelism()),
      idleTimeout: IDLE_MS,
    }));
  return {
    speak: async (utterance) => Bytes.parse(await threads().run(utterance)),
    async close() {
      await pool?.destroy();
    },
  };
};
