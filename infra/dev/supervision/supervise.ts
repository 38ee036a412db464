import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface SupervisedProgram<Up> {
  name: string;
  start(): ChildProcess;
  /** Resolves when the process is ready; may reject if it never will be. */
  ready(process: ChildProcess): Promise<Up>;
  /** Last output of the process, if it is not printed elsewhere. */
  lastWords?(): string;
  /** Signals for stopping and, after the timeout, killing it. Both must leave its data intact. */
  signals: { stop: NodeJS.Signals; kill: NodeJS.Signals };
  /** Milliseconds it may take to stop. */
  graceMs: number;
}

export interface SupervisedProcess<Up> {
  /** Result of `ready` of the first start. Rejects if the program never becomes ready. */
  firstUp: Promise<Up>;
  /** Restarts it with new code. */
  renew(): void;
  stop(): Promise<void>;
  abandon(): void;
}

/**
 * Milliseconds after which a process counts as healthy; its next exit is not counted with earlier
 * ones.
 */
const HEALTHY_AFTER_MS = 10_000;
const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;

/** Number of starts before a program that never became ready is given up. */
const MAX_FIRST_STARTS = 3;

/** Milliseconds before the next start: 0 at first, then exponential backoff. */
export const getRestartDelayMs = (deathsInARow: number): number =>
  deathsInARow <= 1
    ? 0
    : Math.min(FIRST_RESTART_DELAY_MS * 2 ** (deathsInARow - 2), MAX_RESTART_DELAY_MS);

/** Number of consecutive exits after a process that lived `livedMs`. */
export const countCrash = (deathsInARow: number, livedMs: number): number =>
  livedMs >= HEALTHY_AFTER_MS ? 1 : deathsInARow + 1;

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/**
 * Keeps a program running: restarts it at once, or with backoff if it keeps exiting. Gives up if it
 * never became ready.
 */
export const supervise = <Up>(program: SupervisedProgram<Up>): SupervisedProcess<Up> => {
  let child: ChildProcess;
  let deaths = 0;
  let again: NodeJS.Timeout | undefined;
  let wasUp = false;
  let triesLeft = MAX_FIRST_STARTS;
  let isStopping = false;
  let isRenewing = false;
  let isUp: (up: Up) => void = () => {};
  let willNeverBe: (why: Error) => void = () => {};
  const firstUp = new Promise<Up>((resolve, reject) => {
    isUp = resolve;
    willNeverBe = reject;
  });
  firstUp.then(
    () => (wasUp = true),
    () => undefined, // avoids an unhandled rejection
  );

  const start = (): void => {
    const startedAt = Date.now();
    child = program.start();
    program.ready(child).then(isUp, willNeverBe);
    // "close" comes after all output was read.
    child.once("close", (code, signal) => {
      if (isStopping) return;
      if (isRenewing) {
        isRenewing = false;
        return start();
      }
      deaths = countCrash(deaths, Date.now() - startedAt);
      const words = program.lastWords?.() ?? "";
      if (words !== "") console.error(words);
      if (!wasUp && --triesLeft === 0) {
        const why = `it stopped ${MAX_FIRST_STARTS} times before it was ready.`;
        return willNeverBe(new Error(`${program.name} does not start: ${why}`));
      }
      const delay = getRestartDelayMs(deaths);
      const when = delay === 0 ? "now" : `in ${delay / 1000} s`;
      console.error(`${program.name} stopped (${signal ?? code}). Restarting ${when}.`);
      again = setTimeout(start, delay);
    });
  };
  start();

  return {
    firstUp,
    renew() {
      isRenewing = child.kill(program.signals.stop);
    },
    async stop() {
      isStopping = true;
      clearTimeout(again);
      willNeverBe(new Error(`${program.name} was stopped while starting.`));
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill(program.signals.stop);
      const killer = setTimeout(() => child.kill(program.signals.kill), program.graceMs);
      await ended;
      clearTimeout(killer);
    },
    abandon() {
      isStopping = true;
      clearTimeout(again);
      child.kill(program.signals.kill);
    },
  };
};
