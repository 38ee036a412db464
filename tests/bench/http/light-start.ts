import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const ROUNDS = 3;
const IDLE_MS = 10_000;
/** Idle time in which the memory used by the start is collected as garbage. */
const LONG_IDLE_MS = 30_000;
/** Maximum allowed seconds until ready, seconds until stopped, and megabytes. */
const READY_S = 5;
const STOPPED_S = 5;
const MAX_MEGABYTES = 300;

/**
 * Invalid keys, so that `npm start` starts no fakes of these services. It sends the real services
 * no request.
 */
const API_KEYS = {
  OPENAI_API_KEY: "a",
  XAI_API_KEY: "b",
  ANTHROPIC_API_KEY: "c",
  TTS_API_KEY: "d",
};

const listDescendants = (pid: number): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([child = 0, parent]) =>
      parent === pid ? [child].concat(listDescendants(child)) : [],
    );

/**
 * Returns the memory of a process and its descendants in megabytes (proportional set size). Throws
 * if a process cannot be read, because it would count as 0.
 */
const measureMemoryMb = async (pid: number): Promise<number> => {
  const sizes = [pid, ...listDescendants(pid)].map(async (each) => {
    const rollup = await readFile(`/proc/${each}/smaps_rollup`, "utf8");
    return Number(/^Pss: +(\d+)/m.exec(rollup)?.[1]) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

/**
 * Measures the seconds from `npm start` to "Ready", the seconds from SIGINT to the exit, and the
 * memory while idle.
 */
const measureStart = async (dataDir: string, idleMs: number, longIdleMs: number) => {
  const { PATH = "", HOME = "/" } = process.env;
  const startedAt = performance.now();
  const product = spawn("npm", ["start"], {
    env: { PATH, HOME, PORT: String(await findFreePort()), DATA_DIR: dataDir, ...API_KEYS },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: product.stdout }))
    if (line.includes("Ready at")) break;
  const ready = (performance.now() - startedAt) / 1000;
  await pause(idleMs);
  const memory = await measureMemoryMb(product.pid ?? 0);
  await pause(longIdleMs - idleMs);
  const memoryLater = await measureMemoryMb(product.pid ?? 0);
  const stoppedAt = performance.now();
  product.kill("SIGINT");
  await once(product, "exit");
  return { ready, memory, memoryLater, stopped: (performance.now() - stoppedAt) / 1000 };
};

/** Measures `npm start` with an up-to-date build and an existing database. */
export const benchStart = async (): Promise<BenchRow[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "debate-start-"));
  await chmod(dataDir, 0o711); // the user that runs PostgreSQL must be able to enter the folder
  try {
    await measureStart(dataDir, 0, 0);
    const starts: Awaited<ReturnType<typeof measureStart>>[] = [];
    while (starts.length < ROUNDS) starts.push(await measureStart(dataDir, IDLE_MS, LONG_IDLE_MS));
    const compareWith = (what: keyof (typeof starts)[number], allowed: number) =>
      compareWithAllowed(
        starts.map((start) => start[what]),
        allowed,
      );
    return [
      { name: "npm start, until it is ready", unit: "s", ...compareWith("ready", READY_S) },
      {
        name: "SIGINT to npm, until all processes have ended",
        unit: "s",
        ...compareWith("stopped", STOPPED_S),
      },
      {
        name: "Memory of all processes of the idle product",
        unit: "MB",
        ...compareWith("memory", MAX_MEGABYTES),
      },
      {
        name: "Memory of all processes half a minute after the start",
        unit: "MB",
        ...compareWith("memoryLater", MAX_MEGABYTES),
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
