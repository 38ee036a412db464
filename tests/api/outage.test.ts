import { openPostgresBackend } from "#infra/backend/postgres-backend.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import { createTestDatabase, type TestDatabase, testLogger, waitUntil } from "../harness.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { ApiClient, requestNextTurn } from "../helpers/api-client.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  createPaidDebate,
  type TestUser,
  startTestApi,
  type TestApi,
  testEnv,
} from "./test-api.ts";

/** `render` is never called, because no page can be rendered without a database. */
const WEB = {
  clientDir: "/nowhere",
  template: "",
  render: () => Promise.reject(new Error("never asked")),
};

let database: TestDatabase;
let wire: DatabaseProxy;
let api: TestApi;
let owner: TestUser;
let path: string;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startDatabaseProxy(database.url);
  api = await startTestApi(testEnv(wire.url), { web: WEB });
  owner = await api.person();
  path = `/api/debates/${(await createPaidDebate(api, owner)).id}`;
});
afterAll(async () => {
  await api.close();
  await wire.cut();
  await database.drop();
});

const sql = (statement: string) => api.sql(statement);
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

it("cut database connections are replaced by the next requests", async () => {
  await database.terminateConnections();
  await waitUntil(async () => (await status(api.visitor().get(path))) === 200);
  await waitUntil(async () => (await status(owner.client.post(`${path}/turns`))) === 202);
});

it("while the database is down, requests get 503 with Retry-After and never 500", async () => {
  await wire.cut();
  const answers = await Promise.all([
    api.visitor().get(path),
    api.visitor().get("/api/debates/public"),
    owner.client.get("/api/user"),
    owner.client.post("/api/debates", { topic: "Cats or dogs" }),
    api.visitor().post("/api/login", { username: "somebody", password: "secret" }),
    api.visitor().post("/api/register", {
      username: "somebody",
      email: "somebody@example.org",
      password: "secret",
    }),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.error.code]).toEqual([503, "out_of_service"]);
    expect(answer.headers.get("retry-after")).toBe("2");
  }
  const page = await fetch(`${api.origin}/`, { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await page.text()).toContain("Try again");
  const ready = await api.visitor().get("/readyz");
  expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(JSON.parse(ready.text)).toEqual({ ready: false, database: false, queue: false });
  expect(await status(api.visitor().get("/healthz"))).toBe(200);

  await wire.mend();
  await waitUntil(async () => (await status(api.visitor().get("/readyz"))) === 200);
  await waitUntil(async () => (await status(owner.client.get("/api/user"))) === 200);
});

it.each([
  ["is full", "53100"],
  ["is read-only", "25006"],
])(
  "while the database %s, writes get 503 with Retry-After and reads succeed",
  async (_how, state) => {
    await owner.client.get(path);
    await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
             CREATE TRIGGER refusing BEFORE INSERT ON debates EXECUTE FUNCTION refuse()`);
    const answer = await owner.client.post("/api/debates", { topic: "Cats or dogs" });
    expect([answer.status, answer.error.code]).toEqual([503, "out_of_service"]);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await status(owner.client.get(path))).toBe(200);
    await sql("DROP FUNCTION refuse CASCADE");
  },
);

it("watchers of a process that lost the database reconnect and get what they missed", async () => {
  const otherApi = await startTestApi(testEnv(database.url));
  const { id } = await createPaidDebate(otherApi, owner);
  const watcher = await watchDebate(api.origin, id, owner.client.cookie);
  await wire.cut();
  const otherClient = new ApiClient(otherApi.origin);
  otherClient.cookie = owner.client.cookie;
  const turn = await requestNextTurn(otherClient, id);
  await wire.mend();
  await waitUntil(() => watcher.textOf(turn.id) === turn.content);
  expect(watcher.named("turn:started")).toEqual([]);
  watcher.close();
  await otherApi.close();
});

it("an event that is sent twice after a connection loss is shown once", async () => {
  const otherApi = await startTestApi(testEnv(database.url));
  const { id } = await createPaidDebate(otherApi, owner);
  const watcher = await watchDebate(otherApi.origin, id, owner.client.cookie);
  const backend = await openPostgresBackend(wire.url, testLogger);
  const speaker = createHeadlessServer(backend);
  const announce = createEventPublisher(speaker);
  const otherClient = new ApiClient(otherApi.origin);
  otherClient.cookie = owner.client.cookie;
  const turn = { ...(await requestNextTurn(otherClient, id)), quotes: [] };
  const sendDelta = (text: string, offset: number) => announce.turnDelta(turn, offset, text);

  const group = wire.hold(/unnest/, { at: "answer" });
  ["one ", "two ", "three "].reduce((offset, text) => {
    sendDelta(text, offset);
    // Sends another event in between, so that the deltas are separate messages.
    announce.creditsUpdated(0, offset);
    return offset + text.length;
  }, 0);
  await group.reached;
  group.drop();
  sendDelta("four", "one two three ".length);
  await waitUntil(() => watcher.textOf(turn.id) === "one two three four");
  const texts = watcher.named("turn:delta").map(({ text }) => text.trim());
  expect(texts).toEqual(["one", "two", "three", "one", "two", "three", "four"]);

  watcher.close();
  await closeHeadlessServer(speaker);
  await backend.close();
  await otherApi.close();
});
