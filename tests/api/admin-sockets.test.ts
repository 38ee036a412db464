import { io } from "socket.io-client";
import { PASSWORD } from "../api-client.ts";
import { describeBackends, until } from "../harness.ts";
import { type DatabaseWire, layDatabaseWire } from "../database-wire.ts";
import { watchDebate, type Watcher } from "../watcher.ts";
import { setRole } from "#infra/local/commands/set-role.ts";
import { GENEROUS, newDebate, startTestApi, type Person, type TestApi } from "./test-api.ts";

describeBackends("a watcher", (backend) => {
  let api: TestApi;
  /** A second API, connected through the database proxy. */
  let twin: TestApi;
  let wire: DatabaseWire;
  let root: Person;
  let owner: Person;
  const watchers: Watcher[] = [];
  beforeAll(async () => {
    wire = await layDatabaseWire(backend().database.url);
    [api, twin] = await Promise.all([
      startTestApi(backend().env(GENEROUS)),
      startTestApi(backend().env({ ...GENEROUS, DATABASE_URL: wire.url })),
    ]);
    [root, owner] = await Promise.all([api.person("superadmin"), api.person()]);
  });
  afterEach(() => {
    for (const watcher of watchers.splice(0)) watcher.close();
  });
  afterAll(async () => {
    await Promise.all([api.close(), twin.close()]);
    await wire.cut();
  });

  const watch = async (debateId: number, person?: Person, at = twin) => {
    const watcher = await watchDebate(at.origin, debateId, person?.client.cookie);
    watchers.push(watcher);
    return watcher;
  };
  const expectCutOff = async (watcher: Watcher, why: object) => {
    await until(() => watcher.socket.disconnected, { what: "the cut" });
    expect(watcher.named("session:ended")).toEqual([why]);
  };

  it("whose role changes gets an event and is disconnected in each session and process", async () => {
    const person = await api.person();
    const elsewhere = { ...person, client: twin.visitor() };
    await elsewhere.client.post("/api/login", {
      username: person.user.username,
      password: PASSWORD,
    });
    const { id } = await newDebate(api, owner);
    const [here, there, other] = [
      await watch(id, person, api),
      await watch(id, elsewhere),
      await watch(id, owner),
    ];
    await root.client.request("PUT", `/api/superadmin/users/${person.user.id}/role`, {
      body: { role: "admin" },
    });
    for (const watcher of [here, there])
      await expectCutOff(watcher, { reason: "role_changed", role: "admin" });
    expect(other.socket.connected).toBe(true);
    expect(other.named("session:ended")).toEqual([]);
    for (const { client } of [person, elsewhere])
      expect((await client.get("/api/user")).status).toBe(401);
  });

  it("gets the same event when the role is changed at the command line", async () => {
    const person = await api.person();
    const watcher = await watch((await newDebate(api, owner)).id, person);
    const { database, redis } = backend();
    await setRole({ databaseUrl: database.url, redisUrl: redis?.url }, [
      person.user.username,
      "admin",
    ]);
    await expectCutOff(watcher, { reason: "role_changed", role: "admin" });
  });

  it("who is deleted is disconnected, and so are all watchers of their debates", async () => {
    const person = await api.person();
    const { id } = await newDebate(api, person);
    const [own, visitor] = [await watch(id, person), await watch(id)];
    await root.client.delete(`/api/admin/users/${person.user.id}`);
    await expectCutOff(own, { reason: "account_deleted" });
    await until(() => visitor.named("debate:deleted").length === 1, { what: "debate:deleted" });
  });

  it("gets an event for votes of a deleted user and for changed credits", async () => {
    const person = await api.person();
    const { id } = await newDebate(api, owner);
    await person.client.post(`/api/debates/${id}/reaction`, { type: "up" });
    const watcher = await watch(id, owner);
    await root.client.delete(`/api/admin/users/${person.user.id}`);
    await until(() => watcher.named("votes:updated").length > 0, { what: "votes:updated" });
    await root.client.request("PATCH", `/api/admin/users/${owner.user.id}/credits`, {
      body: { credits: 42 },
    });
    await until(() => watcher.named("credits:updated").at(-1)?.credits === 42, {
      what: "credits:updated",
    });
  });

  it("that connects with a session ended at that moment is disconnected", async () => {
    const person = await api.person();
    const { id } = await newDebate(api, person, { isPublic: false });
    const { cookie } = person.client;
    const before = await watch(id, person);
    const reading = wire.hold(/FROM sessions s/, { at: "answer" });
    const socket = io(twin.origin, {
      forceNew: true,
      // The server would wait 30 s for a closed polling connection.
      transports: ["websocket"],
      extraHeaders: { origin: twin.origin, cookie },
    });
    let isCut = false;
    socket.on("disconnect", () => (isCut = true));
    socket.emit("debate:join", { debateId: id }, () => undefined);
    await reading.reached;
    await root.client.request("PUT", `/api/superadmin/users/${person.user.id}/role`, {
      body: { role: "admin" },
    });
    // The session:ended message has arrived and reaches existing sockets only.
    await until(() => before.socket.disconnected, { what: "the cut of the one before" });
    reading.release();
    await until(() => isCut, { what: "the cut" });
    expect(socket.active).toBe(false);
    await person.client.post("/api/login", { username: person.user.username, password: PASSWORD });
    expect((await watch(id, person)).joined).toEqual({ ok: true, watchers: 1 });
    socket.close();
  });
});
