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

/** What a process of ours says over IPC once it is up. */
const UpMessage = z.looseObject({ ready: z.literal(true), port: z.int() });

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on("message", (message) => {
      const { success, data } = UpMessage.safeParse(message);
      if (success) resolve(data.port);
    });
  });

const RETRY_MS = 50;

/** Not by `fetch`, which would take megabytes of a launcher that does nothing else with it. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on("error", () => resolve(false)); // it is not listening, or not any more
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

/** On one machine memory counts for more: young objects get less room, which costs little time, */
const NODE_FLAGS = ["--max-semi-space-size=4"];
/** and what one thread has given back to the C library is there for the others. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: "2" };

/** It ends itself when it has been finishing for too long: one that does not hangs. */
const HANGS_MS = EXIT_PATIENCE_MS + 5_000;

interface How {
  args?: readonly string[];
  /** How long it may finish what is under way, when it is asked to stop. */
  graceMs?: number;
}

/** One of the product's own programs from `dist`; once up, it tells the port it listens on. */
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
      // Its own process group: Ctrl-C reaches the launcher alone, which stops all in order.
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
