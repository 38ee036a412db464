import { environment } from "../../env.ts";
import { Parts } from "./parts.ts";

/** Ctrl-C reaches npm too, which passes it on: what comes so soon is the same request. */
const SAME_REQUEST_MS = 1000;

const LOOK_MS = 500;

/** Nobody tells what npm runs that npm was killed: it would go on, and nobody would see it. */
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
 * Runs the product in this terminal: prints what `start` says when all is up, and stops everything
 * in order on Ctrl-C, on SIGTERM, when the terminal closes and when npm was killed. Asked a second time it
 * does not wait.
 */
export const runUntilAsked = (start: (parts: Parts) => Promise<string>): void => {
  const parts = new Parts();
  const started = start(parts);
  let isStopping = false;
  let askedAt = 0;

  const stop = async (exitCode: number): Promise<void> => {
    isStopping = true;
    await parts.stop();
    await started.catch(() => undefined); // whatever it still was about to start
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
