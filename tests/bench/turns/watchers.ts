import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createEventPublisher, type SocketServer } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import {
  ApiClient,
  requestNextTurn,
  registerWith,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import { type TestBackend, testLogger } from "#tests/harness.ts";
import { startTestProcess, startTestStack, type TestProcess } from "#tests/helpers/test-stack.ts";
import {
  type JoinRequest,
  type DeliveryLag,
  createTimedText,
} from "../support/watcher-crowd-protocol.ts";
import { computeMedians, type OursAndBare, measureAlternately } from "../support/measure.ts";
import { runOnTwoBackends } from "../support/run-on-backend.ts";
import type { MemoryUsage } from "../processes/report-usage.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const WATCHERS = 1000;
/** Number of watchers of one debate in one process. */
const LARGE_WATCHER_COUNT = 4000;
/** Maximum allowed 99th percentile of the lag. */
const ALLOWED_LAG_MS = 500;
const DELTAS = 100;
/** Interval of the deltas that a worker sends. */
const INTERVAL_MS = 50;
const ROUNDS = 5;
/** Number of memory measurements. Each uses new processes. */
const MEMORY_ROUNDS = 3;
/** Turns the limit of sockets per address off, because all watchers have the same address. */
const UNLIMITED_SOCKET_VARIABLES = { LIMIT_SOCKETS_PER_ADDRESS: "1000000" };
const REPORT_USAGE_FLAGS = ["--expose-gc", "--import", path.resolve("dist/bench/report-usage.js")];

const readMemory = async (server: TestProcess) => (await server.ask("memory")) as MemoryUsage;
const readCpuMs = async (server: TestProcess) => (await server.ask("cpu")) as number;

interface WatchedServer {
  /** Memory per watcher, in bytes. */
  watcher: MemoryUsage;
  /** Publishes a turn from another process and measures its delivery to the watchers. */
  publishTurn(): Promise<{ deliveriesPerCpuSecond: number; lag: DeliveryLag }>;
  close(): Promise<void>;
}

interface WatchedServerOptions {
  server: TestProcess;
  join: JoinRequest;
  backend: TestBackend;
  /** Publishes a text at this offset from another process. */
  publishDelta: (io: SocketServer, offset: number, text: string) => void;
}

const openWatchedServer = async ({
  server,
  join,
  backend,
  publishDelta,
}: WatchedServerOptions): Promise<WatchedServer> => {
  const crowdProcess = await startTestProcess("bench/crowd.js", [], {});
  const empty = await readMemory(server);
  await crowdProcess.ask({ join });
  const { watchers } = join;
  const full = await readMemory(server);
  const publisherBackend = await openBackend(
    { ...backend.env(), databaseUrl: backend.database.url },
    testLogger,
  );
  const io = createHeadlessServer(publisherBackend);
  return {
    watcher: {
      held: (full.held - empty.held) / watchers,
      resident: (full.resident - empty.resident) / watchers,
    },
    async publishTurn() {
      const cpuBefore = await readCpuMs(server);
      const deliveries = crowdProcess.ask({ measureLagOf: DELTAS });
      for (let delta = 0, offset = 0; delta < DELTAS; delta++) {
        const text = createTimedText(performance.timeOrigin + performance.now());
        publishDelta(io, offset, text);
        offset += text.length;
        await pause(INTERVAL_MS);
      }
      const lag = (await deliveries) as DeliveryLag;
      const cpuMs = (await readCpuMs(server)) - cpuBefore;
      return { deliveriesPerCpuSecond: (DELTAS * watchers * 1000) / cpuMs, lag };
    },
    async close() {
      await closeHeadlessServer(io);
      await publisherBackend.close();
      await crowdProcess.kill("SIGKILL");
    },
  };
};

const openProductServer = async (
  backend: TestBackend,
  watchers: number,
): Promise<WatchedServer> => {
  const stack = await startTestStack(backend, {
    workers: 0,
    nodeFlags: REPORT_USAGE_FLAGS,
    variables: UNLIMITED_SOCKET_VARIABLES,
  });
  const [server] = stack.apis;
  if (!server) throw new Error("the stack has no API");
  const user = new ApiClient(stack.origin);
  await registerWith(user);
  const { id: debateId } = await createDebateWith(user);
  const turn = { ...(await requestNextTurn(user, debateId)), quotes: [] };
  const watchedServer = await openWatchedServer({
    server,
    join: { origin: stack.origin, debateId, cookie: user.cookie, watchers },
    backend,
    publishDelta: (io, offset, text) => createEventPublisher(io).turnDelta(turn, offset, text),
  });
  const close = async () => {
    await watchedServer.close();
    await stack.stop();
  };
  return { ...watchedServer, close };
};

const openBareServer = async (backend: TestBackend, watchers: number): Promise<WatchedServer> => {
  const server = await startTestProcess(
    "bench/bare-sockets.js",
    [],
    backend.variables(),
    REPORT_USAGE_FLAGS,
  );
  const debateId = 1;
  const watchedServer = await openWatchedServer({
    server,
    join: { origin: `http://localhost:${server.port}`, debateId, cookie: "", watchers },
    backend,
    publishDelta: (io, offset, text) => {
      const delta = { debateId, turnId: 1, attempt: 0, offset, text };
      io.to(`debate:${debateId}`).emit("turn:delta", delta);
    },
  });
  const close = async () => {
    await watchedServer.close();
    await server.kill("SIGKILL");
  };
  return { ...watchedServer, close };
};

/** Closes a server and returns the memory that it used per watcher. */
const measureWatcherMemory = async (opening: Promise<WatchedServer>): Promise<MemoryUsage> => {
  const watchedServer = await opening;
  await watchedServer.close();
  return watchedServer.watcher;
};

/**
 * Measures how product and baseline deliver a turn to this many watchers. Measures both
 * alternately.
 */
const measureDeliveries = async (watchers: number, backends: OursAndBare<TestBackend>) => {
  const ours = await openProductServer(backends.ours, watchers);
  const bare = await openBareServer(backends.bare, watchers);
  const deliveries = await measureAlternately(
    { ours: ours.publishTurn, bare: bare.publishTurn },
    { rounds: ROUNDS },
  );
  await ours.close();
  await bare.close();
  return deliveries;
};

const measure = async (
  name: TestBackend["name"],
  backends: OursAndBare<TestBackend>,
): Promise<BenchRow[]> => {
  const watcherMemory = await measureAlternately(
    {
      ours: () => measureWatcherMemory(openProductServer(backends.ours, WATCHERS)),
      bare: () => measureWatcherMemory(openBareServer(backends.bare, WATCHERS)),
    },
    { rounds: MEMORY_ROUNDS, warmUps: 0 },
  );
  const kilobytes = (what: keyof MemoryUsage) =>
    computeMedians(watcherMemory, (watcher) => watcher[what] / 1000);
  const deliveries = await measureDeliveries(WATCHERS, backends);
  return [
    {
      name: `Deliveries to ${WATCHERS} watchers per second of the server's CPU time, ${name}`,
      unit: "/s",
      ...computeMedians(deliveries, ({ deliveriesPerCpuSecond }) => deliveriesPerCpuSecond),
      budget: { atLeast: 0.95 },
    },
    {
      name: `Delta lag, 99th percentile, ${name}`,
      unit: "ms",
      ...computeMedians(deliveries, ({ lag }) => lag.p99),
    },
    {
      name: `Memory per watcher, ${name}`,
      unit: "kB",
      ...kilobytes("held"),
      budget: { atMost: 1.3 },
    },
    { name: `Resident memory per watcher, ${name}`, unit: "kB", ...kilobytes("resident") },
  ];
};

/** Compares the delivery of a live debate to many watchers with plain Socket.IO. */
export const benchWatchers = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnTwoBackends(name, (backends) => measure(name, backends));

/**
 * Compares the delivery of one debate to thousands of watchers with plain Socket.IO. Only the
 * product combines several deltas into one message.
 */
export const benchWatcherCrowd = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnTwoBackends(name, async (backends) => {
    const deliveries = await measureDeliveries(LARGE_WATCHER_COUNT, backends);
    const lags = computeMedians(deliveries, ({ lag }) => lag.p99);
    const row = `Words to ${LARGE_WATCHER_COUNT.toLocaleString("en")} watchers of one debate`;
    return [
      {
        name: `${row}, deliveries per second of the server's CPU time, ${name}`,
        unit: "/s",
        ...computeMedians(deliveries, ({ deliveriesPerCpuSecond }) => deliveriesPerCpuSecond),
        // The product sends up to five deltas as one, and the baseline sends each by itself.
        budget: { atLeast: 3 },
      },
      { name: `${row}, 99th percentile of their lag, ${name}`, unit: "ms", ...lags },
      {
        name: `${row}, 99th percentile of their lag, ${name} (baseline: the limit)`,
        unit: "ms",
        ...compareWithAllowed(
          deliveries.ours.map(({ lag }) => lag.p99),
          ALLOWED_LAG_MS,
        ),
      },
    ];
  });
