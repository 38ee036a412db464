import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface SupervisedProgram<Ready> {
  name: string;
  start(): ChildProcess;
  /** Resolves when the process is ready. May reject if it can never become ready. */
  ready(process: ChildProcess): Promise<Ready>;
  /** Returns the last output of the process. Needed only if the output is not printed. */
  lastOutput?(): string;
  /**
   * Signals that stop the process and, after the timeout, kill it. The program's data must survive
   * both.
   */
  signals: { stop: NodeJS.Signals; kill: NodeJS.Signals };
  /** Time for stopping in milliseconds. Afterwards the process is killed. */
  graceMs: number;
}

export interface SupervisedProcess<Ready> {
  /** Result of `ready` at the first start. Rejects if the program does not become ready. */
  firstReady: Promise<Ready>;
  /** Restarts the process, to run new code. */
  restart(): void;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * A process that lived this long counts as healthy. If it then exits, earlier exits are forgotten.
 */
const HEALTHY_AFTER_MS = 10_000;
const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;

/** Maximum number of starts of a program that has never become ready. */
const MAX_FIRST_STARTS = 3;

/** Returns the delay before the next start: 0 after the first crash, then exponential backoff. */
export const getRestartDelayMs = (consecutiveCrashes: number): number =>
  consecutiveCrashes <= 1
    ? 0
    : Math.min(FIRST_RESTART_DELAY_MS * 2 ** (consecutiveCrashes - 2), MAX_RESTART_DELAY_MS);

/** Returns the number of consecutive crashes, including that of a process that lived `livedMs`. */
export const countCrash = (consecutiveCrashes: number, livedMs: number): number =>
  livedMs >= HEALTHY_AFTER_MS ? 1 : consecutiveCrashes + 1;

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/**
 * Keeps a program running. Restarts it at once, or with backoff if it exits repeatedly. Gives up if
 * it has never become ready.
 */
export const supervise = <Ready>(program: SupervisedProgram<Ready>): SupervisedProcess<Ready> => {
  let child: ChildProcess;
  let crashes = 0;
  let restartTimer: NodeJS.Timeout | undefined;
  let hasBeenReady = false;
  let triesLeft = MAX_FIRST_STARTS;
  let isStopping = false;
  let isRestarting = false;
  let resolveFirst: (value: Ready) => void = () => {};
  let rejectFirst: (reason: Error) => void = () => {};
  const firstReady = new Promise<Ready>((resolve, reject) => {
    resolveFirst = resolve;
    rejectFirst = reject;
  });
  firstReady.then(
    () => (hasBeenReady = true),
    () => undefined, // prevents an unhandled rejection
  );

  const start = (): void => {
    const startedAt = Date.now();
    child = program.start();
    program.ready(child).then(resolveFirst, rejectFirst);
    // The event "close" comes after all output was read.
    child.once("close", (code, signal) => {
      if (isStopping) return;
      if (isRestarting) {
        isRestarting = false;
        return start();
      }
      crashes = countCrash(crashes, Date.now() - startedAt);
      const output = program.lastOutput?.() ?? "";
      if (output !== "") console.error(output);
      if (!hasBeenReady && --triesLeft === 0) {
        const reason = `it stopped ${MAX_FIRST_STARTS} times before it was ready.`;
        return rejectFirst(new Error(`${program.name} does not start: ${reason}`));
      }
      const delay = getRestartDelayMs(crashes);
      const delayText = delay === 0 ? "now" : `in ${delay / 1000} s`;
      console.error(`${program.name} stopped (${signal ?? code}). Restarting ${delayText}.`);
      restartTimer = setTimeout(start, delay);
    });
  };
  start();

  return {
    firstReady,
    restart() {
      isRestarting = child.kill(program.signals.stop);
    },
    async stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      rejectFirst(new Error(`${program.name} was stopped while starting.`));
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill(program.signals.stop);
      const killTimer = setTimeout(() => child.kill(program.signals.kill), program.graceMs);
      await ended;
      clearTimeout(killTimer);
    },
    kill() {
      isStopping = true;
      clearTimeout(restartTimer);
      child.kill(program.signals.kill);
    },
  };
};
