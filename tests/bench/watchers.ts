import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Server } from "socket.io";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createAnnounce } from "#infra/realtime/announce.ts";
import type { TurnDelta } from "#shared/contract/events.ts";
import { ApiClient, nextTurn, register, startDebate } from "../api-client.ts";
import { type TestBackend, testLogger } from "../harness.ts";
import { startProcess, startStack, type TestProcess } from "../processes.ts";
import type { Join, Lag } from "./crowd.ts";
import { compare, type Pair } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import type { Memory } from "./report-usage.ts";
import type { Row } from "./table.ts";

const WATCHERS = 1000;
const DELTAS = 100;
/** As often as a worker lets deltas go. */
const INTERVAL_MS = 50;
const ROUNDS = 5;
const MEASURED = ["--expose-gc", "--import", path.resolve("dist/bench/report-usage.js")];

const memoryOf = async (process: TestProcess) => (await process.ask("memory")) as Memory;
const cpuOf = async (process: TestProcess) => (await process.ask("cpu")) as number;

/** A server with its crowd, and what the crowd cost it. */
interface Arena {
  server: TestProcess;
  crowd: TestProcess;
  bytesPerWatcher: number;
}

const fill = async (server: TestProcess, join: Omit<Join, "watchers">): Promise<Arena> => {
  const crowd = await startProcess("bench/crowd.js", [], {});
  const before = await memoryOf(server);
  await crowd.ask({ join: { ...join, watchers: WATCHERS } });
  const after = await memoryOf(server);
  console.error(join.origin, "held", (after.held - before.held) / WATCHERS, "rss", (after.resident - before.resident) / WATCHERS);
  return { server, crowd, bytesPerWatcher: (after.held - before.held) / WATCHERS };
};

/** Speaks for a while. Deltas delivered in a second of the server's CPU time, and how late. */
const speak = async ({ server, crowd }: Arena, send: (text: string) => void) => {
  const before = await cpuOf(server);
  const heard = crowd.ask({ hear: DELTAS });
  for (let i = 0; i < DELTAS; i++) {
    send(`${(performance.timeOrigin + performance.now()).toFixed(1)} and so on`);
    await pause(INTERVAL_MS);
  }
  const lag = (await heard) as Lag;
  const cpuMs = (await cpuOf(server)) - before;
  return { perCpuSecond: (DELTAS * WATCHERS * 1000) / cpuMs, lag };
};

const measure = async (testBackend: TestBackend): Promise<Row[]> => {
  const stack = await startStack(testBackend, { workers: 0, nodeFlags: MEASURED });
  const bareServer = await startProcess("bench/bare-sockets.js", [], testBackend.variables({REDIS_URL: testBackend.redis!.url+"/1"}), MEASURED);
  const env = { ...testBackend.env(), databaseUrl: testBackend.database.url };
  const backend = await openBackend(env, testLogger);
  const bareBackend = await openBackend({...env, redisUrl: testBackend.redis!.url+"/1"}, testLogger);
  const user = new ApiClient(stack.origin);
  await register(user);
  const { id: debateId } = await startDebate(user);
  const turn = await nextTurn(user, debateId);
  const ours = await fill(stack.apis[0]!, { origin: stack.origin, debateId, cookie: user.cookie });
  const bare = await fill(bareServer, {
    origin: `http://localhost:${bareServer.port}`,
    debateId,
    cookie: user.cookie,
  });
  const announce = createAnnounce(new Server({ adapter: backend.socketAdapter() }));
  const io = new Server({ adapter: bareBackend.socketAdapter() });
  await pause(500);
  const lag: Record<keyof Pair, number> = { ours: 0, bare: 0 };
  const through = await compare(
    {
      async ours() {
        const r = await speak(ours, (text) => announce.turnDelta({ ...turn, quotes: [] }, 0, text));
        console.error("ours", r);
        return r.perCpuSecond;
      },
      async bare() {
        const r = await speak(bare, (text) => {
          const delta: TurnDelta = { debateId, turnId: turn.id, attempt: 0, offset: 0, text };
          io.to(`debate:${debateId}`).emit("turn:delta", delta);
        });
        console.error("bare", r);
        return r.perCpuSecond;
      },
    },
    { rounds: ROUNDS },
  );
  await ours.crowd.kill("SIGKILL"); await bare.crowd.kill("SIGKILL"); await bareServer.kill("SIGKILL");
  await stack.stop();
  await backend.close(); await bareBackend.close();
  return [{ name: "watchers", unit: "/cpu s", ...through, budget: { atLeast: 0.85 } }];
};

export const watchers = (): Promise<Row[]> => onBackend("redis", measure);
