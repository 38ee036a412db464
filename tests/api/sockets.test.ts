import { setImmediate as nextRound } from "node:timers/promises";
import { io } from "socket.io-client";
import { z } from "zod";
import type { JoinDebateResponse } from "#shared/contract/events.ts";
import { TEST_PASSWORD } from "../helpers/api-client.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { describeBackends, createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import {
  insertFinishedTurns,
  UNLIMITED_VARIABLES,
  createPaidDebate,
  startTestApi,
  testEnv,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

/** Packets of Socket.IO's protocol. */
const [CONNECT, LEAVE, SEPARATOR] = ["40", "41", "\u001e"];

describeBackends("a socket", (backend) => {
  let api: TestApi;
  let otherApi: TestApi;
  let owner: TestUser;
  let other: TestUser;
  const watchers: DebateWatcher[] = [];
  beforeAll(async () => {
    const env = backend().env(UNLIMITED_VARIABLES);
    [api, otherApi] = await Promise.all([startTestApi(env), startTestApi(env)]);
    [owner, other] = await Promise.all([api.person(), api.person()]);
  });
  afterEach(() => {
    for (const watcher of watchers.splice(0)) watcher.close();
  });
  afterAll(() => Promise.all([api.close(), otherApi.close()]));

  const watch = async (debateId: number, person?: TestUser, at = api) => {
    const watcher = await watchDebate(at.origin, debateId, person?.client.cookie);
    watchers.push(watcher);
    return watcher;
  };
  const lastCount = (watcher: DebateWatcher) => watcher.named("watchers:updated").at(-1)?.watchers;

  it("from another origin is refused", async () => {
    const socket = io(api.origin, {
      forceNew: true,
      extraHeaders: { origin: "https://evil.example" },
    });
    const error = await new Promise((resolve) => socket.once("connect_error", resolve));
    expect(error).toBeInstanceOf(Error);
    socket.close();
  });

  it("connects over polling as well", async () => {
    const socket = io(api.origin, { forceNew: true, transports: ["polling"] });
    const { id } = await createPaidDebate(api, owner);
    const joined = await socket.emitWithAck("debate:join", { debateId: id });
    expect(joined).toMatchObject({ ok: true });
    socket.close();
  });

  it("joins a public debate as anyone", async () => {
    const { id } = await createPaidDebate(api, owner);
    for (const person of [owner, other, undefined])
      expect((await watch(id, person)).joined).toMatchObject({ ok: true });
  });

  it("joins a private debate as its owner only", async () => {
    const { id } = await createPaidDebate(api, owner, { isPublic: false });
    expect((await watch(id, owner)).joined).toMatchObject({ ok: true });
    const refusal = { ok: false, error: { code: "not_found", message: "Debate not found" } };
    for (const otherUser of [other, undefined])
      expect((await watch(id, otherUser)).joined).toEqual(refusal);
  });

  it.each([undefined, null, "7", {}, { debateId: "7" }, { debateId: 1, room: "admins" }])(
    "that sends an invalid request gets an error: %j",
    async (request) => {
      const { socket } = await watch((await createPaidDebate(api, owner)).id, owner);
      const answer = await socket.emitWithAck("debate:join", request as never);
      expect(answer).toMatchObject({ ok: false, error: { code: "invalid" } });
      socket.emit("debate:leave", request as never);
      socket.emit("debate:join", request as never, "no function" as never);
      expect((await api.visitor().get("/healthz")).status).toBe(200);
    },
  );

  it.each([
    ["in one message", [`${CONNECT}${SEPARATOR}${CONNECT}`]],
    ["after it left", [CONNECT, `${LEAVE}${SEPARATOR}${CONNECT}`]],
  ])(
    "that connects twice over one connection, %s, is disconnected, and nothing else is",
    async (_how, expected) => {
      const polling = "/socket.io/?EIO=4&transport=polling";
      const [visitor, quiet] = [
        api.visitor(),
        await watch((await createPaidDebate(api, owner)).id),
      ];
      const opened = await visitor.get(polling);
      const { sid } = z.object({ sid: z.string() }).parse(JSON.parse(opened.text.slice(1)));
      const address = `${polling}&sid=${sid}`;
      for (const words of expected) expect((await visitor.post(address, words)).status).toBe(200);
      await waitUntil(async () => (await visitor.get(address)).status === 400, { what: "the cut" });
      expect(quiet.socket.connected).toBe(true);
    },
  );

  it("that sends too much is disconnected after an error, and others are not", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [loud, quiet] = [await watch(id, other), await watch(id)];
    const cut = new Promise((resolve) => loud.socket.once("disconnect", resolve));
    loud.socket.io.reconnection(false);
    const answers: JoinDebateResponse[] = [];
    for (let n = 0; n < 200; n++)
      loud.socket.emit("debate:join", { debateId: 999_999 }, (answer) => answers.push(answer));
    await cut;
    const refusals = answers.map((answer) => (answer.ok ? "joined" : answer.error.code));
    expect(refusals).toContain("too_many_requests");
    expect(refusals).not.toContain("joined");
    expect(await quiet.socket.emitWithAck("debate:join", { debateId: id })).toMatchObject({
      ok: true,
    });
  });

  it("has its requests processed in order, so that leaving right after joining leaves the room", async () => {
    const { id } = await createPaidDebate(api, owner);
    const { socket } = await watch((await createPaidDebate(api, owner)).id, owner);
    const joined = socket.emitWithAck("debate:join", { debateId: id });
    socket.emit("debate:leave", { debateId: id });
    expect(await joined).toMatchObject({ ok: true });
    await socket.emitWithAck("debate:join", { debateId: 999_999 });
    expect((await watch(id)).joined).toEqual({ ok: true, watchers: 1 });
  });

  it("is limited per address: one more is refused until another closes", async () => {
    const small = await startTestApi(
      backend().env({ ...UNLIMITED_VARIABLES, LIMIT_SOCKETS_PER_ADDRESS: "2" }),
    );
    const { id } = await createPaidDebate(api, owner);
    const [first] = [await watch(id, owner, small), await watch(id, undefined, small)];
    for (const transports of [["polling"], ["websocket"]]) {
      const third = io(small.origin, { forceNew: true, transports, reconnection: false });
      const error = await new Promise((resolve) => third.once("connect_error", resolve));
      expect(error).toBeInstanceOf(Error);
      third.close();
    }
    first?.close();
    await waitUntil(() => watch(id, undefined, small).catch(() => false), { what: "a free place" });
    for (const watcher of watchers.splice(0)) watcher.close();
    await small.close();
  });

  it("can watch only a limited number of debates at once", async () => {
    const { socket } = await watch((await createPaidDebate(api, owner)).id, owner);
    const { id } = await createPaidDebate(api, owner);
    await api.sql(
      `INSERT INTO debates (topic, user_id) SELECT 'Debate ' || n, $1 FROM generate_series(1, 20) AS n`,
      [owner.user.id],
    );
    const ids = (await api.sql<{ id: number }>("SELECT id FROM debates WHERE id > $1", [id])).map(
      (debate) => debate.id,
    );
    const answers = [];
    for (const debateId of ids) answers.push(await socket.emitWithAck("debate:join", { debateId }));
    expect(answers[0]).toMatchObject({ ok: true });
    expect(answers.at(-1)).toMatchObject({ ok: false, error: { code: "too_many_requests" } });
  });

  it("gets events for votes and for the debate's end, in every process", async () => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 2 });
    const { id } = debate;
    await insertFinishedTurns(api, debate, 2);
    const watchers = [await watch(id, owner), await watch(id), await watch(id, other, otherApi)];
    const says = { reaction: { type: "up" }, vote: { winner: "bot_a" } };
    for (const [times, [kind, said]] of Object.entries(says).entries()) {
      await owner.client.post(`/api/debates/${id}/${kind}`, said);
      for (const watcher of watchers)
        await waitUntil(() => watcher.named("votes:updated").length === times + 1, { what: kind });
    }
    await owner.client.delete(`/api/debates/${id}`);
    for (const watcher of watchers)
      await waitUntil(() => watcher.named("debate:deleted").length === 1, {
        what: "debate:deleted",
      });
    expect(watchers[0]?.named("debate:deleted")).toEqual([{ debateId: id }]);
    const join = async (watcher?: DebateWatcher) => {
      const joined = await watcher?.socket.emitWithAck("debate:join", { debateId: id });
      return joined?.ok === false && joined.error.code;
    };
    expect(await join(watchers[1])).toBe("not_found");
    // The other process learns of the change by a separate message.
    await waitUntil(async () => (await join(watchers[2])) || null);
    expect(await join(watchers[2])).toBe("not_found");
  });

  it("of a user gets their credits, and no other socket does", async () => {
    const { id } = await createPaidDebate(api, owner);
    const [ownWatcher, otherWatcher] = [await watch(id, owner, otherApi), await watch(id, other)];
    await createPaidDebate(api, owner);
    await waitUntil(() => ownWatcher.named("credits:updated").length > 0);
    expect(otherWatcher.named("credits:updated")).toEqual([]);
  });

  it("gets the number of watchers over all processes, without those who left", async () => {
    const { id } = await createPaidDebate(api, owner);
    const first = await watch(id, owner);
    expect(first.joined).toEqual({ ok: true, watchers: 1 });
    const here = await watch(id);
    const there = await watch(id, other, otherApi);
    for (const watcher of [first, there])
      await waitUntil(() => lastCount(watcher) === 3, { what: "three watchers" });
    here.socket.emit("debate:leave", { debateId: id });
    await waitUntil(() => lastCount(there) === 2, { what: "two watchers" });
    there.close();
    await waitUntil(() => lastCount(first) === 1, { what: "one watcher" });
    const member = await watch(id, other);
    await waitUntil(() => lastCount(first) === 2, { what: "two watchers" });
    member.socket.emit("debate:leave", { debateId: id });
    await waitUntil(() => lastCount(first) === 1, { what: "one watcher" });
  });

  it("that only previews a debate gets its events, but is not counted as a watcher", async () => {
    const { id } = await createPaidDebate(api, owner);
    const first = await watch(id, owner);
    const [preview, visitor] = [await watch(id), await watch(id, undefined, otherApi)];
    await waitUntil(() => lastCount(first) === 3, { what: "three watchers" });
    const request = { debateId: id, isPreview: true };
    const joined = await preview.socket.emitWithAck("debate:join", request);
    expect(joined).toEqual({ ok: true, watchers: 2 });
    await waitUntil(() => lastCount(first) === 2, { what: "two watchers" });
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { onlyOwnerSteps: true } });
    await waitUntil(() => preview.named("debate:updated").length > 0, { what: "an event" });
    preview.socket.emit("debate:leave", { debateId: id });
    visitor.close();
    await waitUntil(() => lastCount(first) === 1, { what: "one watcher" });
    const again = await preview.socket.emitWithAck("debate:join", { debateId: id });
    expect(again).toEqual({ ok: true, watchers: 2 });
  });

  it("that closes before its debate is found joins no room", async () => {
    const wire = await startDatabaseProxy(backend().database.url);
    const slow = await startTestApi(
      backend().env({ ...UNLIMITED_VARIABLES, DATABASE_URL: wire.url }),
    );
    const [{ id }, { id: next }] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, owner),
    ];
    const [leavingWatcher, staying] = [await watch(id, other, slow), await watch(id, owner, slow)];
    await waitUntil(() => lastCount(staying) === 2, { what: "two watchers" });
    const finding = wire.hold(/FROM debates d/, { at: "answer" });
    leavingWatcher.socket.emit("debate:join", { debateId: next }, () => undefined);
    await finding.reached;
    leavingWatcher.close();
    await waitUntil(() => lastCount(staying) === 1, { what: "one watcher" });
    finding.release();
    expect((await watch(next, owner, slow)).joined).toEqual({ ok: true, watchers: 1 });
    await slow.close();
    await wire.cut();
  });

  it("is disconnected when its session ends, in every process, unlike the user's other session", async () => {
    const person = await api.person();
    const otherSession = { ...person, client: api.visitor() };
    const login = { username: person.user.username, password: TEST_PASSWORD };
    await otherSession.client.post("/api/login", login);
    const { id } = await createPaidDebate(api, owner);
    const leavingWatcher = await watch(id, person, otherApi);
    const staying = await watch(id, otherSession, otherApi);
    await person.client.post("/api/logout");
    await waitUntil(() => leavingWatcher.socket.disconnected, { what: "the cut" });
    expect(staying.socket.connected).toBe(true);
  });

  it("is disconnected when its message is too large", async () => {
    const { socket } = await watch((await createPaidDebate(api, owner)).id, owner);
    socket.emit("debate:join", { debateId: "x".repeat(20_000) } as never, () => undefined);
    await waitUntil(() => socket.disconnected, { what: "the cut" });
  });
});

/** Whether an API is ready while it cannot receive messages from other processes. */
const isUpWhileDeaf = async (database: TestDatabase): Promise<boolean> => {
  const wire = await startDatabaseProxy(database.url);
  const listening = wire.hold(/^LISTEN/, { at: "request" });
  let isUp = false;
  const starting = startTestApi(testEnv(wire.url), { rowsUrl: database.url }).finally(
    () => (isUp = true),
  );
  await listening.reached;
  for (let round = 0; round < 20; round++) await nextRound();
  const wasUp = isUp;
  listening.release();
  await (await starting).close();
  await wire.cut();
  return wasUp;
};

it("an API is not ready before it can receive messages from other processes", async () => {
  const database = await createTestDatabase();
  // After one second the API starts even without its LISTEN connection. `isUpWhileDeaf` may take
  // longer than that on a busy machine, so the test tries again.
  let isUp = true;
  for (let tries = 0; isUp && tries < 5; tries++) isUp = await isUpWhileDeaf(database);
  expect(isUp).toBe(false);
  await database.drop();
});
