import { setTimeout as pause } from "node:timers/promises";
import { ApiClient, registerWith, createDebateWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { fillLists, fillSearchIndex } from "#tests/helpers/large-dataset.ts";
import { startTestProcess, startTestStack, type TestProcess } from "#tests/helpers/test-stack.ts";
import type { FloodRequest, FloodResult } from "../processes/flooder.ts";
import { median, computeMedians, measureAlternately } from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { readPath, type BenchReader } from "../support/reader.ts";
import type { BenchRow } from "../support/table.ts";

const ROUNDS = 5;
const DEBATES = 60_000;
const CONNECTIONS = 30;
/** The flood starts this long before the measured reads and ends this long after them. */
const FLOOD_LEAD_MS = 500;
const READ_MS = 3000;
/** Pause after each measured read. */
const READ_PAUSE_MS = 20;

/**
 * Searches for which an index helps least: words of less than three letters, words without results,
 * and a very late page.
 */
const PATTERNS = ["zq", "q!z", "\\%".repeat(50), "🙂🙂🙂", "?!".repeat(50), "j%".repeat(50)];
const PATHS = [
  ...PATTERNS.map((q) => `/api/debates/public?sort=newest&q=${encodeURIComponent(q)}`),
  "/api/debates/public?sort=voted&page=100000",
];

/** Reads a path repeatedly. Returns the median time of a read, in milliseconds. */
const measureReadMs = async (reader: BenchReader, path: string): Promise<number> => {
  const times: number[] = [];
  for (const endMs = Date.now() + READ_MS; Date.now() < endMs; await pause(READ_PAUSE_MS)) {
    const requestedAt = performance.now();
    await readPath(reader, path);
    times.push(performance.now() - requestedAt);
  }
  return median(times);
};

/** Runs a flood and measures during it. Throws if the flood got no responses. */
const measureReadInFlood = async (
  flooder: TestProcess,
  flood: Omit<FloodRequest, "ms" | "paths" | "connections">,
  measure: () => Promise<number>,
): Promise<number> => {
  const ms = 2 * FLOOD_LEAD_MS + READ_MS;
  const floodResult = flooder.ask({ ...flood, paths: PATHS, connections: CONNECTIONS, ms });
  await pause(FLOOD_LEAD_MS);
  const time = await measure();
  const statuses = (await floodResult) as FloodResult;
  if (!statuses["200"] || statuses["error"] || statuses["500"])
    throw new Error(`The flood failed: ${JSON.stringify(statuses)}`);
  return time;
};

const measureAll = async (backend: TestBackend): Promise<BenchRow[]> => {
  const stack = await startTestStack(backend, { workers: 0 });
  const flooder = await startTestProcess("bench/flooder.js", [], {});
  try {
    const user = new ApiClient(stack.origin);
    await registerWith(user);
    const { id } = await createDebateWith(user, { maxTurns: 10 });
    await fillLists(backend.database.url, DEBATES);
    await fillSearchIndex(backend.database.url, 4);
    const reader = { origin: stack.origin, headers: { cookie: user.cookie } };
    const measure = () => measureReadMs(reader, `/api/debates/${id}`);
    let floods = 0;
    const row = async (
      from: string,
      getAddresses: (flood: number) => string[],
    ): Promise<BenchRow> => {
      const ours = () => {
        const origin = stack.origin.replace("localhost", "127.0.0.1");
        return measureReadInFlood(
          flooder,
          { origin, addresses: getAddresses((floods += 1)) },
          measure,
        );
      };
      const times = await measureAlternately({ ours, bare: measure }, { rounds: ROUNDS });
      return {
        name: `A debate read while ${CONNECTIONS} connections from ${from} flood the search, ${backend.name}, against no flood`,
        unit: "ms",
        ...computeMedians(times, (ms) => ms),
      };
    };
    // Each flood comes from addresses of its own, whose rate limit is not used up yet.
    return [
      { ...(await row("one address", (flood) => [`127.0.1.${flood}`])), budget: { atMost: 3 } },
      await row("as many addresses", (flood) =>
        Array.from({ length: CONNECTIONS }, (_value, n) => `127.1.${flood}.${n + 1}`),
      ),
    ];
  } finally {
    await flooder.kill("SIGKILL");
    await stack.stop();
  }
};

/** Measures how long reading a debate takes during a flood of searches over 60,000 debates. */
export const benchSearchFlood = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBackend(name, measureAll);
