import { createTestDatabase } from "../harness.ts";
import { ApiClient, registerWith } from "../helpers/api-client.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { startTestApi, testEnv } from "./test-api.ts";

const OLD = "the secret before the rotation";
const NEW = "the secret since the rotation";

const withApi = async <T>(
  databaseUrl: string,
  secrets: Record<string, string>,
  act: (origin: string) => Promise<T>,
): Promise<T> => {
  const api = await startTestApi(testEnv(databaseUrl, secrets));
  try {
    return await act(api.origin);
  } finally {
    await api.close();
  }
};

describe("while SESSION_SECRET is rotated", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const signUp = (secrets: Record<string, string>) =>
    withApi(database.url, secrets, async (origin) => {
      const client = new ApiClient(origin);
      await registerWith(client);
      return client.cookie;
    });
  const statusWith = (secrets: Record<string, string>, cookie: string) =>
    withApi(database.url, secrets, async (origin) => {
      const client = new ApiClient(origin);
      client.cookie = cookie;
      const { status } = await client.get("/api/user");
      return status;
    });
  const rotating = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD };

  it("accepts cookies signed with the previous secret, over HTTP and sockets", async () => {
    const cookie = await signUp({ SESSION_SECRET: OLD });
    await withApi(database.url, rotating, async (origin) => {
      const client = new ApiClient(origin);
      client.cookie = cookie;
      expect((await client.get("/api/user")).status).toBe(200);
      const debate = await client.post("/api/debates", { topic: "Cats or dogs", isPublic: false });
      expect(debate.status).toBe(201);
      const watcher = await watchDebate(origin, JSON.parse(debate.text).id, cookie);
      expect(watcher.joined.ok).toBe(true);
      watcher.close();
    });
    expect(await statusWith({ SESSION_SECRET: NEW }, cookie)).toBe(401);
  });

  it("signs new cookies with the new secret only", async () => {
    const cookie = await signUp(rotating);
    expect(await statusWith({ SESSION_SECRET: NEW }, cookie)).toBe(200);
    expect(await statusWith({ SESSION_SECRET: OLD }, cookie)).toBe(401);
  });

  it("signs a cookie again with the new secret when its session is renewed", async () => {
    const cookie = await signUp({ SESSION_SECRET: OLD });
    const renewed = await withApi(database.url, rotating, async (origin) => {
      const client = new ApiClient(origin);
      client.cookie = cookie;
      const { Client } = await import("pg");
      const rows = new Client({ connectionString: database.url });
      await rows.connect();
      await rows.query(`UPDATE sessions SET sess = jsonb_set(sess::jsonb, '{renewedAt}', '0')`);
      await rows.end();
      expect((await client.get("/api/user")).status).toBe(200);
      return client.cookie;
    });
    expect(renewed).not.toBe(cookie);
    expect(await statusWith({ SESSION_SECRET: NEW }, renewed)).toBe(200);
  });
});
