import { Redis } from "ioredis";
import { Readiness } from "#shared/contract/health.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  createDebateWith,
  fetchTurns,
  registerUser,
  requestNextTurn,
} from "../helpers/api-client.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { type MovableProxy, startMovableProxy } from "../helpers/movable-proxy.ts";
import { type TestStack, startTestStack } from "../helpers/test-stack.ts";
import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";
import { describeWithRedisServer, startRedisServer, type TestRedis } from "../setup/redis.ts";

const portOf = ({ url }: TestRedis): number => Number(new URL(url).port);

describeWithRedisServer("a failover of Redis after which the old primary stays up", () => {
  let backend: TestBackend;
  let servers: [TestRedis, TestRedis];
  let proxy: MovableProxy;
  let stack: TestStack;
  let admins: Redis[];
  beforeAll(async () => {
    servers = [await startRedisServer(), await startRedisServer()];
    admins = servers.map(({ url }) => new Redis(url));
    proxy = await startMovableProxy(portOf(servers[0]));
    backend = await openTestBackend("postgres");
    stack = await startTestStack(backend, {
      variables: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
    });
  });
  afterAll(async () => {
    await stack.stop();
    await proxy.close();
    admins.forEach((admin) => admin.disconnect());
    for (const server of servers) await server.stop();
    await backend.database.drop();
  });

  /** Makes the second server the primary and the first one its replica. */
  const failOver = async () => {
    await admins[1]?.call("REPLICAOF", "NO", "ONE");
    await admins[0]?.call("REPLICAOF", "127.0.0.1", String(portOf(servers[1])));
  };

  it("moves queue, sockets and rate limits to the new one; readiness says no meanwhile", async () => {
    await admins[1]?.call("REPLICAOF", "127.0.0.1", String(portOf(servers[0])));
    await waitUntil(async () =>
      String(await admins[1]?.info("replication")).includes("master_link_status:up"),
    );
    const user = await registerUser(stack.origin);
    const { id } = await createDebateWith(user, { maxTurns: 4 });
    const watcher = await watchDebate(stack.origin, id, user.cookie);
    const playTurn = async (count: number): Promise<Turn> => {
      await requestNextTurn(user, id);
      return waitUntil(async () => {
        const turn = (await fetchTurns(user, id))[count - 1];
        return turn?.status === "complete" && turn;
      });
    };
    await playTurn(1);
    // Without its queue, an API still serves pages and reports the outage. A worker is not ready.
    const readQueueStates = () =>
      Promise.all(
        [...stack.apis, ...stack.workers].map(async ({ port }) => {
          const response = await fetch(`http://127.0.0.1:${port}/readyz`);
          return Readiness.parse(await response.json()).queue;
        }),
      );
    expect(await readQueueStates()).toEqual([true, true]);
    const listClients = async (admin: Redis | undefined) =>
      String(await admin?.call("CLIENT", "LIST"))
        .trim()
        .split("\n");
    const countSubscribers = async (admin: Redis | undefined) =>
      (await listClients(admin)).filter((line) => / (?:sub|psub|ssub)=[1-9]/.test(line)).length;
    const subscriberCount = await countSubscribers(admins[0]);
    expect(subscriberCount).toBeGreaterThan(0);

    await failOver();
    await waitUntil(async () => (await readQueueStates()).every((queue) => !queue));
    proxy.moveTo(portOf(servers[1]));
    await waitUntil(async () => (await readQueueStates()).every(Boolean), { timeoutMs: 10_000 });

    // Waits until only this test and the replication still use the old server.
    await waitUntil(
      async () => (await listClients(admins[0])).every((line) => /cmd=client|flags=M/.test(line)),
      { timeoutMs: 10_000 },
    );
    // An event that is published before the API has subscribed again is not delivered.
    await waitUntil(async () => (await countSubscribers(admins[1])) >= subscriberCount, {
      timeoutMs: 10_000,
    });
    // As a primary of its own, the old server receives no more data. A client that still reads from
    // it would miss events.
    await admins[0]?.call("REPLICAOF", "NO", "ONE");
    const playTurnWithDeltas = async (count: number): Promise<boolean> => {
      const turn = await playTurn(count);
      await waitUntil(() => watcher.textOf(turn.id) === turn.content);
      return watcher.named("turn:delta").some(({ turnId }) => turnId === turn.id);
    };
    // The worker's connection for publishing may recover later than its queue. Deltas are lost
    // until then.
    expect((await playTurnWithDeltas(2)) || (await playTurnWithDeltas(3))).toBe(true);
    watcher.close();
  });
});
