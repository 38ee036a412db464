import { type ChildProcess, fork } from "node:child_process";
import { get } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SHUTDOWN_TIMEOUT_MS } from "#infra/process/shutdown.ts";
import { createReadableLog } from "../launcher/readable-log.ts";
import type { SupervisedProgram } from "./supervise.ts";

const ReadyMessage = z.looseObject({ ready: z.literal(true), port: z.int() });

const receivePort = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on("message", (message) => {
      const { success, data } = ReadyMessage.safeParse(message);
      if (success) resolve(data.port);
    });
  });

const READY_POLL_MS = 50;

/** Uses `http.get`, because loading `fetch` would cost the launcher megabytes of memory. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on("error", () => resolve(false)); // not listening
  });

const waitUntilReady = async (child: ChildProcess): Promise<number> => {
  const port = await receivePort(child);
  while (!(await isReady(port))) await pause(READY_POLL_MS);
  return port;
};

const forwardOutput = (
  name: string,
  output: Readable | null,
  print: (line: string) => void,
): void => {
  if (output === null) return;
  createInterface({ input: output }).on("line", createReadableLog(name, print));
};

/** Saves memory on a single machine: a smaller young generation costs little time. */
const NODE_FLAGS = ["--max-semi-space-size=4"];
/** Fewer malloc arenas, so that memory freed by one thread can be used by others. */
const MALLOC_VARIABLES = { MALLOC_ARENA_MAX: "2" };

/** The process exits itself after its timeout; one that is still running then hangs. */
const KILL_TIMEOUT_MS = SHUTDOWN_TIMEOUT_MS + 5_000;

interface ProcessOptions {
  args?: readonly string[];
  /** Milliseconds that running work may take after a stop request. */
  graceMs?: number;
}

/** One of the product's programs in `dist`. When it is ready, it reports its port. */
export const createProductProcess = (
  name: string,
  script: string,
  variables: NodeJS.ProcessEnv,
  { args = [], graceMs = 0 }: ProcessOptions = {},
): SupervisedProgram<number> => ({
  name: `The ${name}`,
  start() {
    const child = fork(path.resolve("dist", script), args, {
      env: { ...MALLOC_VARIABLES, ...variables },
      execArgv: NODE_FLAGS,
      // A process group of its own: Ctrl-C reaches only the launcher, which stops all parts in
      // order.
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    forwardOutput(name, child.stdout, console.log);
    forwardOutput(name, child.stderr, console.error);
    return child;
  },
  ready: waitUntilReady,
  signals: { stop: "SIGTERM", kill: "SIGKILL" },
  graceMs: graceMs + KILL_TIMEOUT_MS,
});
