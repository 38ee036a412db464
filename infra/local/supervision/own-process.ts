import { type ChildProcess, fork } from "node:child_process";
import { get } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { EXIT_PATIENCE_MS } from "../../process/exit-patience.ts";
import { readableLog } from "../launcher/readable-log.ts";
import type { Program } from "./supervise.ts";

const UpMessage = z.looseObject({ ready: z.literal(true), port: z.int() });

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on("message", (message) => {
      const { success, data } = UpMessage.safeParse(message);
      if (success) resolve(data.port);
    });
  });

const RETRY_MS = 50;

/** Not `fetch`, which would use megabytes that the launcher does not need otherwise. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on("error", () => resolve(false)); // not listening
  });

const untilReady = async (child: ChildProcess): Promise<number> => {
  const port = await portOf(child);
  while (!(await isReady(port))) await pause(RETRY_MS);
  return port;
};

const passOn = (name: string, output: Readable | null, print: (line: string) => void): void => {
  if (output === null) return;
  createInterface({ input: output }).on("line", readableLog(name, print));
};

/** Saves memory on a single machine: a smaller young generation costs little time. */
const NODE_FLAGS = ["--max-semi-space-size=4"];
/** Fewer malloc arenas, so that memory freed by one thread can be used by others. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: "2" };

/** The process exits itself after its timeout; one that is still running then hangs. */
const HANGS_MS = EXIT_PATIENCE_MS + 5_000;

interface How {
  args?: readonly string[];
  /** Milliseconds that running work may take after a stop request. */
  graceMs?: number;
}

/** One of the product's programs in `dist`. When it is ready, it reports its port. */
export const ownProcess = (
  name: string,
  script: string,
  variables: NodeJS.ProcessEnv,
  { args = [], graceMs = 0 }: How = {},
): Program<number> => ({
  name: `The ${name}`,
  start() {
    const child = fork(path.resolve("dist", script), args, {
      env: { ...FEW_ARENAS, ...variables },
      execArgv: NODE_FLAGS,
      // A process group of its own: Ctrl-C reaches only the launcher, which stops all parts in
      // order.
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    passOn(name, child.stdout, console.log);
    passOn(name, child.stderr, console.error);
    return child;
  },
  ready: untilReady,
  signals: { stop: "SIGTERM", kill: "SIGKILL" },
  graceMs: graceMs + HANGS_MS,
});
