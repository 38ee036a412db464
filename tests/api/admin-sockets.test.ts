import { io } from "socket.io-client";
import { TEST_PASSWORD } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { watchDebate, type DebateWatcher } from "../helpers/debate-watcher.ts";
import { setUserRole } from "#infra/dev/commands/set-role.ts";
import {
  UNLIMITED_VARIABLES,
  createPaidDebate,
  startTestApi,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

describeBackends("a watcher", (backend) => {
  let api: TestApi;
  /** A second API, connected through the database proxy. */
  let otherApi: TestApi;
  let wire: DatabaseProxy;
  let root: TestUser;
  let owner: TestUser;
  const watchers: DebateWatcher[] = [];
  beforeAll(async () => {
    wire = await startDatabaseProxy(backend().database.url);
    [api, otherApi] = await Promise.all([
      startTestApi(backend().env(UNLIMITED_VARIABLES)),
      startTestApi(backend().env({ ...UNLIMITED_VARIABLES, DATABASE_URL: wire.url })),
    ]);
    [root, owner] = await Promise.all([api.person("superadmin"), api.person()]);
  });
  afterEach(() => {
    for (const watcher of watchers.splice(0)) watcher.close();
  });
  afterAll(async () => {
    await Promise.all([api.close(), otherApi.close()]);
    await wire.cut();
  });

  const watch = async (debateId: number, person?: TestUser, at = otherApi) => {
    const watcher = await watchDebate(at.origin, debateId, person?.client.cookie);
    watchers.push(watcher);
    return watcher;
  };
  const expectCutOff = async (watcher: DebateWatcher, why: object) => {
    await waitUntil(() => watcher.socket.disconnected, { what: "the cut" });
    expect(watcher.named("session:ended")).toEqual([why]);
  };

  it("whose role changes gets an event and is disconnected in each session and process", async () => {
    const person = await api.person();
    const otherSession = { ...person, client: otherApi.visitor() };
    await otherSession.client.post("/api/login", {
      username: person.user.username,
      password: TEST_PASSWORD,
    });
    const { id } = await createPaidDebate(api, owner);
    const [here, there, other] = [
      await watch(id, person, api),
      await watch(id, otherSession),
      await watch(id, owner),
    ];
    await root.client.request("PUT", `/api/superadmin/users/${person.user.id}/role`, {
      body: { role: "admin" },
    });
    for (const watcher of [here, there])
      await expectCutOff(watcher, { reason: "role_changed", role: "admin" });
    expect(other.socket.connected).toBe(true);
    expect(other.named("session:ended")).toEqual([]);
    for (const { client } of [person, otherSession])
      expect((await client.get("/api/user")).status).toBe(401);
  });

  it("gets the same event when the role is changed at the command line", async () => {
    const person = await api.person();
    const watcher = await watch((await createPaidDebate(api, owner)).id, person);
    const { database, redis } = backend();
    await setUserRole({ databaseUrl: database.url, redisUrl: redis?.url }, [
      person.user.username,
      "admin",
    ]);
    await expectCutOff(watcher, { reason: "role_changed", role: "admin" });
  });

  it("who is deleted is disconnected, and so are all watchers of their debates", async () => {
    const person = await api.person();
    const { id } = await createPaidDebate(api, person);
    const [own, visitor] = [await watch(id, person), await watch(id)];
    await root.client.delete(`/api/admin/users/${person.user.id}`);
    await expectCutOff(own, { reason: "account_deleted" });
    await waitUntil(() => visitor.named("debate:deleted").length === 1, { what: "debate:deleted" });
  });

  it("gets an event for votes of a deleted user and for changed credits", async () => {
    const person = await api.person();
    const { id } = await createPaidDebate(api, owner);
    await person.client.post(`/api/debates/${id}/reaction`, { type: "up" });
    const watcher = await watch(id, owner);
    await root.client.delete(`/api/admin/users/${person.user.id}`);
    await waitUntil(() => watcher.named("votes:updated").length > 0, { what: "votes:updated" });
    await root.client.request("PATCH", `/api/admin/users/${owner.user.id}/credits`, {
      body: { credits: 42 },
    });
    await waitUntil(() => watcher.named("credits:updated").at(-1)?.credits === 42, {
      what: "credits:updated",
    });
  });

  it("that connects with a session ended at that moment is disconnected", async () => {
    const person = await api.person();
    const { id } = await createPaidDebate(api, person, { isPublic: false });
    const { cookie } = person.client;
    const before = await watch(id, person);
    const reading = wire.hold(/FROM sessions s/, { at: "answer" });
    const socket = io(otherApi.origin, {
      forceNew: true,
      // The server would notice the end of a polling connection only after 30 s.
      transports: ["websocket"],
      extraHeaders: { origin: otherApi.origin, cookie },
    });
    let isCut = false;
    socket.on("disconnect", () => (isCut = true));
    socket.emit("debate:join", { debateId: id }, () => undefined);
    await reading.reached;
    await root.client.request("PUT", `/api/superadmin/users/${person.user.id}/role`, {
      body: { role: "admin" },
    });
    // Waits for session:ended, which reaches only sockets that are already connected.
    await waitUntil(() => before.socket.disconnected, { what: "the cut of the one before" });
    reading.release();
    await waitUntil(() => isCut, { what: "the cut" });
    expect(socket.active).toBe(false);
    await person.client.post("/api/login", {
      username: person.user.username,
      password: TEST_PASSWORD,
    });
    expect((await watch(id, person)).joined).toEqual({ ok: true, watchers: 1 });
    socket.close();
  });
});
