import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { countDeath, restartDelay } from "./restart-delay.ts";

const STOP_GRACE_MS = 15_000;

/** What a process of ours says over IPC once it is up. */
export interface ReadyMessage {
  ready: true;
  port: number;
}

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === "object" && message !== null && "ready" in message;

export interface Supervised {
  /** Its port, at the first time it is ready. */
  firstReady: Promise<number>;
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Keeps a process running: one that dies is started again at once, and more slowly if it keeps
 * dying. It is told to stop with SIGTERM, and killed if it does not within a grace period.
 */
export const supervise = (
  name: string,
  script: string,
  variables: NodeJS.ProcessEnv,
): Supervised => {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let deaths = 0;
  let again: NodeJS.Timeout | undefined;
  let announce: (port: number) => void = () => {};
  const firstReady = new Promise<number>((resolve) => (announce = resolve));

  const start = () => {
    const startedAt = Date.now();
    // Its own process group: Ctrl-C reaches the launcher alone, which stops all in order.
    child = fork(script, [], { env: variables, detached: true, stdio: "inherit" });
    child.on("message", (message) => isReady(message) && announce(message.port));
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      deaths = countDeath(deaths, Date.now() - startedAt);
      const delay = restartDelay(deaths);
      console.error(`The ${name} ended (${signal ?? code}). Starting it again in ${delay} ms.`);
      again = setTimeout(start, delay);
    });
  };
  start();

  return {
    firstReady,
    pid: () => child?.pid,
    async stop() {
      isStopping = true;
      clearTimeout(again);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const killer = setTimeout(() => child?.kill("SIGKILL"), STOP_GRACE_MS);
      await ended;
      clearTimeout(killer);
    },
  };
};
