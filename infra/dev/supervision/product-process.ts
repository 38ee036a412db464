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

/**
 * Requests `/readyz`. Uses `http.get`, because loading `fetch` would cost the launcher megabytes of
 * memory.
 */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on("error", () => resolve(false)); // the process does not listen yet
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

/** A smaller young generation of the garbage collector saves memory and costs little time. */
const NODE_FLAGS = ["--max-semi-space-size=4"];
/**
 * Saves memory: with fewer malloc arenas, a thread can use memory that another thread has freed.
 */
const MALLOC_VARIABLES = { MALLOC_ARENA_MAX: "2" };

/**
 * Time between the end of `graceMs` and killing the process. A process that does not hang exits by
 * itself within this time.
 */
const KILL_TIMEOUT_MS = SHUTDOWN_TIMEOUT_MS + 5_000;

interface ProcessOptions {
  args?: readonly string[];
  /** How long running work may take after a stop request, in milliseconds. */
  graceMs?: number;
}

/**
 * Describes one of the product's programs in `dist`. The process reports its port when it is ready.
 */
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
      // The process gets its own process group, so that Ctrl-C reaches only the launcher. The
      // launcher stops all parts in order.
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
