import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadableLog } from "#infra/dev/launcher/readable-log.ts";
import { createProductProcess } from "#infra/dev/supervision/product-process.ts";
import {
  countCrash,
  type SupervisedProgram,
  getRestartDelayMs,
  supervise,
  type SupervisedProcess,
} from "#infra/dev/supervision/supervise.ts";
import { SHUTDOWN_TIMEOUT_MS } from "#infra/process/shutdown.ts";
import { TEST_TIMEOUT_MS, waitUntil } from "../harness.ts";

describe("the delay before a restart", () => {
  it("is 0 the first time and grows to 30 s", () => {
    expect([1, 2, 3, 4, 9, 50].map(getRestartDelayMs)).toEqual([
      0, 500, 1000, 2000, 30_000, 30_000,
    ]);
  });

  it("starts again at 0 after a process ran for a minute", () => {
    expect(countCrash(4, 200)).toBe(5);
    expect(countCrash(4, 60_000)).toBe(1);
  });
});

describe("a supervised program", () => {
  const starts: ChildProcess[] = [];
  const supervised: SupervisedProcess<unknown>[] = [];
  const messages: string[] = [];

  /** Describes a program that runs `code` in Node. */
  const program = (
    code: string,
    ready?: SupervisedProgram<number>["ready"],
  ): SupervisedProgram<number> => ({
    name: "The test",
    start() {
      const child = spawn(process.execPath, ["-e", code], { stdio: "ignore" });
      starts.push(child);
      return child;
    },
    ready: ready ?? (async (child) => child.pid ?? 0),
    graceMs: 15_000,
    signals: { stop: "SIGTERM", kill: "SIGKILL" },
  });
  const run = (of: SupervisedProgram<number>): SupervisedProcess<number> => {
    const running = supervise(of);
    supervised.push(running);
    return running;
  };
  const forever = "setInterval(() => {}, 1000)";

  beforeEach(() => {
    jest.spyOn(console, "error").mockImplementation((line: string) => messages.push(line));
  });
  afterEach(async () => {
    for (const each of supervised.splice(0)) await each.stop();
    starts.length = 0;
    messages.length = 0;
    jest.restoreAllMocks();
  });

  it("is restarted at once when it dies", async () => {
    await run(program(forever)).firstReady;
    starts[0]?.kill("SIGKILL");
    await waitUntil(() => starts.length === 2);
    expect(messages).toEqual(["The test stopped (SIGKILL). Restarting now."]);
  });

  it("is reported with its last output when it ends", async () => {
    run({ ...program("process.exit(3)"), lastOutput: () => "PANIC: no space is left" });
    await waitUntil(() => messages.length >= 2);
    expect(messages.slice(0, 2)).toEqual([
      "PANIC: no space is left",
      "The test stopped (3). Restarting now.",
    ]);
  });

  it("is restarted with growing delays while it keeps dying", async () => {
    run(program("process.exit(3)"));
    await waitUntil(() => messages.length === 3);
    expect(messages).toEqual([
      "The test stopped (3). Restarting now.",
      "The test stopped (3). Restarting in 0.5 s.",
      "The test stopped (3). Restarting in 1 s.",
    ]);
  });

  it("is given up after it ended three times before it was ready", async () => {
    const running = run(program("process.exit(3)", () => new Promise(() => {})));
    await expect(running.firstReady).rejects.toThrow(
      "The test does not start: it stopped 3 times before it was ready.",
    );
    expect(starts).toHaveLength(3);
    expect(messages).toEqual([
      "The test stopped (3). Restarting now.",
      "The test stopped (3). Restarting in 0.5 s.",
    ]);
  });

  it("is restarted on request without a message", async () => {
    const running = run(program(forever));
    await running.firstReady;
    running.restart();
    await waitUntil(() => starts.length === 2);
    expect(messages).toEqual([]);
  });

  it("ends when stopped and is not restarted", async () => {
    const running = run(program(forever));
    await running.firstReady;
    await running.stop();
    expect(starts[0]?.signalCode).toBe("SIGTERM");
    expect(starts).toHaveLength(1);
  });

  /**
   * Describes a program that ignores SIGTERM and exits on a message. It counts as ready once its
   * handlers are installed.
   */
  const createUnstoppableProgram = (graceMs: number): SupervisedProgram<number> => ({
    ...program(""),
    start() {
      const code = `process.on("SIGTERM", () => {}).on("message", () => process.exit(7)).send("up")`;
      const child = spawn(process.execPath, ["-e", code], {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      starts.push(child);
      return child;
    },
    ready: (child) => once(child, "message").then(() => 0),
    graceMs,
  });

  it("is killed after its own grace period when it does not stop", async () => {
    const [patient, short] = [
      run(createUnstoppableProgram(TEST_TIMEOUT_MS)),
      run(createUnstoppableProgram(100)),
    ];
    await Promise.all([patient.firstReady, short.firstReady]);
    const stopped = patient.stop();
    await short.stop();
    expect(starts[1]?.signalCode).toBe("SIGKILL");
    starts[0]?.send("end");
    await stopped;
    expect(starts[0]?.exitCode).toBe(7);
  });

  it("of the product has a longer grace period than its own shutdown timeout", () => {
    const { graceMs } = createProductProcess("worker", "worker.js", {}, { graceMs: 60_000 });
    expect(graceMs).toBeGreaterThan(60_000 + SHUTDOWN_TIMEOUT_MS);
  });

  it("is killed at once when abandoned", async () => {
    const running = run(program(`process.on("SIGTERM", () => {}); ${forever}`));
    await running.firstReady;
    running.kill();
    const [child] = starts;
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child?.signalCode).toBe("SIGKILL");
  });

  it("rejects the promise of its first start when it is stopped", async () => {
    const running = run(program(forever, () => new Promise(() => {})));
    await running.stop();
    await expect(running.firstReady).rejects.toThrow("The test was stopped while starting.");
  });
});

describe("a process's log at the terminal", () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).toISOString();
  const entry = (level: string) =>
    JSON.stringify({ level, time, msg: "slow", err: { message: "cut", stack: "cut\n at x.ts" } });
  let now = 0;
  const formatLines = (...lines: string[]): string[] => {
    const printed: string[] = [];
    const log = createReadableLog(
      "API",
      (text) => printed.push(text),
      () => (now += 1000),
    );
    for (const line of lines) log(line);
    return printed;
  };

  it("has one readable line per entry, with a stack for errors only", () => {
    expect(formatLines(entry("warn"))).toEqual(["03:04:05 API warn: slow: cut"]);
    expect(formatLines(entry("error"))).toEqual(["03:04:05 API error: slow: cut\n at x.ts"]);
  });

  it("omits a line that is repeated within ten seconds", () => {
    expect(formatLines(entry("warn"), entry("warn"), entry("error"))).toHaveLength(2);
    expect(formatLines(...Array.from({ length: 30 }, () => entry("warn"))).length).toBeLessThan(5);
  });

  it("passes on lines that are no log entries", () => {
    expect(formatLines("plain words", "[1]", "[1]")).toEqual(["plain words", "[1]", "[1]"]);
  });
});
