import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createAnnounce, type SocketServer } from "#infra/realtime/announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless.ts";
import { ApiClient, nextTurn, register, startDebate } from "../api-client.ts";
import { type TestBackend, testLogger } from "../harness.ts";
import { startProcess, startStack, type TestProcess } from "../processes.ts";
import { type Join, type Lag, pieceAt } from "./join-crowd.ts";
import { medians, type Pair, takeTurns } from "./measure.ts";
import { onTwoBackends } from "./on-backend.ts";
import type { Memory } from "./report-usage.ts";
import { besideAllowed, type Row } from "./table.ts";

const WATCHERS = 1000;
/** Of one debate, in one process. */
const CROWD = 4000;
/** Nobody is to be later than that, in a hundred. */
const LATEST_MS = 500;
const DELTAS = 100;
/** As often as a worker lets deltas go. */
const INTERVAL_MS = 50;
const ROUNDS = 5;
/** So often memory is measured, in processes of their own. */
const SEATINGS = 3;
/** All watchers come from here. */
const CROWDED = { LIMIT_SOCKETS_PER_ADDRESS: "1000000" };
const REPORTING = ["--expose-gc", "--import", path.resolve("dist/bench/report-usage.js")];

const memoryOf = async (server: TestProcess) => (await server.ask("memory")) as Memory;
const cpuMsOf = async (server: TestProcess) => (await server.ask("cpu")) as number;

/** A server full of watchers. */
interface Hall {
  /** What each watcher costs the server, in bytes. */
  watcher: Memory;
  /** Has a turn spoken from outside, and tells how that was heard. */
  speak(): Promise<{ deliveriesPerCpuSecond: number; lag: Lag }>;
  close(): Promise<void>;
}

interface HallOptions {
  server: TestProcess;
  join: Join;
  backend: TestBackend;
  /** Says a piece of text to the watchers, from another process, behind so many characters. */
  say: (io: SocketServer, offset: number, text: string) => void;
}

const openHall = async ({ server, join, backend, say }: HallOptions): Promise<Hall> => {
  const crowd = await startProcess("bench/crowd.js", [], {});
  const empty = await memoryOf(server);
  await crowd.ask({ join });
  const { watchers } = join;
  const full = await memoryOf(server);
  const outside = await openBackend(
    { ...backend.env(), databaseUrl: backend.database.url },
    testLogger,
  );
  const io = createHeadlessServer(outside);
  return {
    watcher: {
      held: (full.held - empty.held) / watchers,
      resident: (full.resident - empty.resident) / watchers,
    },
    async speak() {
      const cpuBefore = await cpuMsOf(server);
      const heard = crowd.ask({ hear: DELTAS });
      for (let delta = 0, offset = 0; delta < DELTAS; delta++) {
        const text = pieceAt(performance.timeOrigin + performance.now());
        say(io, offset, text);
        offset += text.length;
        await pause(INTERVAL_MS);
      }
      const lag = (await heard) as Lag;
      const cpuMs = (await cpuMsOf(server)) - cpuBefore;
      return { deliveriesPerCpuSecond: (DELTAS * watchers * 1000) / cpuMs, lag };
    },
    async close() {
      await closeHeadlessServer(io);
      await outside.close();
      await crowd.kill("SIGKILL");
    },
  };
};

const openOurs = async (backend: TestBackend, watchers: number): Promise<Hall> => {
  const stack = await startStack(backend, { workers: 0, nodeFlags: REPORTING, variables: CROWDED });
  const [server] = stack.apis;
  if (!server) throw new Error("the stack has no API");
  const user = new ApiClient(stack.origin);
  await register(user);
  const { id: debateId } = await startDebate(user);
  const turn = { ...(await nextTurn(user, debateId)), quotes: [] };
  const hall = await openHall({
    server,
    join: { origin: stack.origin, debateId, cookie: user.cookie, watchers },
    backend,
    say: (io, offset, text) => createAnnounce(io).turnDelta(turn, offset, text),
  });
  const close = async () => {
    await hall.close();
    await stack.stop();
  };
  return { ...hall, close };
};

const openBare = async (backend: TestBackend, watchers: number): Promise<Hall> => {
  const server = await startProcess("bench/bare-sockets.js", [], backend.variables(), REPORTING);
  const debateId = 1;
  const hall = await openHall({
    server,
    join: { origin: `http://localhost:${server.port}`, debateId, cookie: "", watchers },
    backend,
    say: (io, offset, text) => {
      const delta = { debateId, turnId: 1, attempt: 0, offset, text };
      io.to(`debate:${debateId}`).emit("turn:delta", delta);
    },
  });
  const close = async () => {
    await hall.close();
    await server.kill("SIGKILL");
  };
  return { ...hall, close };
};

/** What a watcher costs in a hall that is closed again. */
const memoryOfWatcher = async (opening: Promise<Hall>): Promise<Memory> => {
  const hall = await opening;
  await hall.close();
  return hall.watcher;
};

/** Has both speak to so many watchers, by turns. */
const speakTo = async (watchers: number, backends: Pair<TestBackend>) => {
  const ours = await openOurs(backends.ours, watchers);
  const bare = await openBare(backends.bare, watchers);
  const heard = await takeTurns({ ours: ours.speak, bare: bare.speak }, { rounds: ROUNDS });
  await ours.close();
  await bare.close();
  return heard;
};

const measure = async (name: TestBackend["name"], backends: Pair<TestBackend>): Promise<Row[]> => {
  const seated = await takeTurns(
    {
      ours: () => memoryOfWatcher(openOurs(backends.ours, WATCHERS)),
      bare: () => memoryOfWatcher(openBare(backends.bare, WATCHERS)),
    },
    { rounds: SEATINGS, warmUps: 0 },
  );
  const kilobytes = (what: keyof Memory) => medians(seated, (watcher) => watcher[what] / 1000);
  const heard = await speakTo(WATCHERS, backends);
  return [
    {
      name: `Deliveries to ${WATCHERS} watchers, in a second of the server's CPU time, ${name}`,
      unit: "/s",
      ...medians(heard, ({ deliveriesPerCpuSecond }) => deliveriesPerCpuSecond),
      budget: { atLeast: 0.95 },
    },
    {
      name: `Delta lag, 99th percentile, ${name}`,
      unit: "ms",
      ...medians(heard, ({ lag }) => lag.p99),
    },
    {
      name: `Memory a watcher, ${name}`,
      unit: "kB",
      ...kilobytes("held"),
      budget: { atMost: 1.3 },
    },
    { name: `Resident memory a watcher, ${name}`, unit: "kB", ...kilobytes("resident") },
  ];
};

/** What it takes to bring a live debate to a crowd, compared with Socket.IO as it comes. */
export const watchers = (name: TestBackend["name"]): Promise<Row[]> =>
  onTwoBackends(name, (backends) => measure(name, backends));

/** A debate that thousands watch: they are told less often, and all of it. */
export const crowd = (name: TestBackend["name"]): Promise<Row[]> =>
  onTwoBackends(name, async (backends) => {
    const heard = await speakTo(CROWD, backends);
    const lags = medians(heard, ({ lag }) => lag.p99);
    const row = `Words to ${CROWD.toLocaleString("en")} watchers of one debate`;
    return [
      {
        name: `${row}, deliveries in a second of the server's CPU time, ${name}`,
        unit: "/s",
        ...medians(heard, ({ deliveriesPerCpuSecond }) => deliveriesPerCpuSecond),
        // Up to five pieces go out as one, where bare sends each: less would be gained by nothing else.
        budget: { atLeast: 3 },
      },
      { name: `${row}, 99th percentile of their lag, ${name}`, unit: "ms", ...lags },
      {
        name: "The same (beside what is allowed)",
        unit: "ms",
        ...besideAllowed(
          heard.ours.map(({ lag }) => lag.p99),
          LATEST_MS,
        ),
      },
    ];
  });
