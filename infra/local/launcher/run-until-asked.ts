import { environment } from "../../env.ts";
import { Parts } from "./parts.ts";

/** npm forwards Ctrl-C, so a second signal within this time is the same request. */
const SAME_REQUEST_MS = 1000;

const LOOK_MS = 500;

/** npm's child gets no signal if npm is killed, so it polls for a new parent. */
const whenNpmIsGone = (stop: () => void): void => {
  if (environment["npm_lifecycle_event"] === undefined) return;
  const npm = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(looking);
    stop();
  }, LOOK_MS).unref();
};

/**
 * Runs the product in this terminal and prints the message that `start` returns. Stops in order on
 * Ctrl-C, on SIGTERM, when the terminal closes and when npm is killed. A second signal kills it.
 */
export const runUntilAsked = (start: (parts: Parts) => Promise<string>): void => {
  const parts = new Parts();
  const started = start(parts);
  let isStopping = false;
  let askedAt = 0;

  const stop = async (exitCode: number): Promise<void> => {
    isStopping = true;
    await parts.stop();
    await started.catch(() => undefined); // parts that were still starting
    await parts.stop();
    process.exit(exitCode);
  };
  const onSignal = (): void => {
    if (!isStopping) {
      askedAt = performance.now();
      return void stop(0);
    }
    if (performance.now() - askedAt < SAME_REQUEST_MS) return;
    parts.abandon();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  whenNpmIsGone(() => {
    if (!isStopping) void stop(1);
  });

  started.then(console.log, (err: unknown) => {
    if (isStopping) return;
    console.error(err instanceof Error ? err.message : err);
    void stop(1);
  });
};
