import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A program the product runs as a process of its own. */
export interface Program<Up> {
  name: string;
  start(): ChildProcess;
  /** Resolves when a started process is up; may reject when it will never be. */
  ready(process: ChildProcess): Promise<Up>;
  /** What it said itself before it ended, where nobody else reads that. */
  lastWords?(): string;
  /** How it is asked to stop, and how it is stopped when it does not. Both leave data whole. */
  signals: { stop: NodeJS.Signals; kill: NodeJS.Signals };
  /** How long it may take to stop. Milliseconds. */
  graceMs: number;
}

export interface Supervised<Up> {
  /** What it said when it was up for the first time. Rejects if it will never be. */
  firstUp: Promise<Up>;
  /** Stops it and starts it again, for new code. */
  renew(): void;
  stop(): Promise<void>;
  /** Ends it without waiting. */
  abandon(): void;
}

/** A process that lived this long was well; its next death is a new story. Milliseconds. */
const WELL_MS = 10_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** What is in the way of one that has ended so often, and was never up, does not go away by itself. */
const FIRST_TRIES = 3;

/** How long to wait before the next start: not at all, then longer and longer. Milliseconds. */
export const restartDelay = (deathsInARow: number): number =>
  deathsInARow <= 1 ? 0 : Math.min(FIRST_MS * 2 ** (deathsInARow - 2), LONGEST_MS);

/** Deaths in a row after one more, for a process that lived `livedMs`. */
export const countDeath = (deathsInARow: number, livedMs: number): number =>
  livedMs >= WELL_MS ? 1 : deathsInARow + 1;

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/**
 * Keeps a program running: one that dies is started again at once, and more slowly if it keeps dying. It
 * is given up where it was never up.
 */
export const supervise = <Up>(program: Program<Up>): Supervised<Up> => {
  let child: ChildProcess;
  let deaths = 0;
  let again: NodeJS.Timeout | undefined;
  let wasUp = false;
  let triesLeft = FIRST_TRIES;
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
    () => undefined, // nobody may be waiting for it
  );

  const start = (): void => {
    const startedAt = Date.now();
    child = program.start();
    program.ready(child).then(isUp, willNeverBe);
    // When all that it said has been read.
    child.once("close", (code, signal) => {
      if (isStopping) return;
      if (isRenewing) {
        isRenewing = false;
        return start();
      }
      deaths = countDeath(deaths, Date.now() - startedAt);
      const words = program.lastWords?.() ?? "";
      if (words !== "") console.error(words);
      if (!wasUp && --triesLeft === 0) {
        const why = `it ended ${FIRST_TRIES} times before it was up.`;
        return willNeverBe(new Error(`${program.name} does not start: ${why}`));
      }
      const delay = restartDelay(deaths);
      const when = delay === 0 ? "now" : `in ${delay / 1000} s`;
      console.error(`${program.name} ended (${signal ?? code}). Starting it again ${when}.`);
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
