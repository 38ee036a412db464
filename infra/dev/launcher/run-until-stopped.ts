import { existsSync, readFileSync } from "node:fs";
import { processEnv } from "#infra/env.ts";
import { ShutdownStack } from "./shutdown-stack.ts";

/**
 * On Ctrl-C, the process gets a signal from the terminal and the same signal from npm. A second
 * signal within this time therefore counts as the same Ctrl-C.
 */
const SIGNAL_DEBOUNCE_MS = 1000;

const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Returns npm's process id. The parent of this process is npm or, on Linux, possibly a shell that
 * npm has started.
 */
const findNpm = (): number => {
  const file = `/proc/${process.ppid}/stat`;
  if (!existsSync(file)) return process.ppid;
  const [, name = "", parent] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(file, "utf8")) ?? [];
  return /^(?:da|ba|z)?sh$/.test(name) ? Number(parent) : process.ppid;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
};

/** Calls `stop` when npm ends. This process gets no signal if npm is killed, so it polls. */
const onNpmExit = (stop: () => void): void => {
  if (processEnv["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const npm = findNpm();
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_INTERVAL_MS).unref();
};

/**
 * Runs the product in this terminal and prints the message that `start` returns. Stops it in order
 * on Ctrl-C, on SIGTERM, when the terminal closes and when npm is killed. A second signal kills it.
 */
export const runUntilStopped = (start: (stack: ShutdownStack) => Promise<string>): void => {
  const stack = new ShutdownStack();
  const started = start(stack);
  let isStopping = false;
  let firstSignalAt = 0;

  const stop = async (exitCode: number): Promise<void> => {
    isStopping = true;
    await stack.stop();
    await started.catch(() => undefined); // `start` fails, because stopping has begun
    await stack.stop();
    process.exit(exitCode);
  };
  const onSignal = (): void => {
    if (!isStopping) {
      firstSignalAt = performance.now();
      return void stop(0);
    }
    if (performance.now() - firstSignalAt < SIGNAL_DEBOUNCE_MS) return;
    stack.kill();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  onNpmExit(() => {
    if (!isStopping) void stop(1);
  });

  started.then(console.log, (err: unknown) => {
    if (isStopping) return;
    console.error(err instanceof Error ? err.message : err);
    void stop(1);
  });
};
