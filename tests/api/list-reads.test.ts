import { Client } from "pg";
import type { PageData, PageRequest, RenderedPage } from "#shared/contract/page.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeBackends, createTestDatabase, type TestDatabase } from "../harness.ts";
import {
  UNLIMITED_VARIABLES,
  createPaidDebate,
  type TestUser,
  startTestApi,
  startProxiedApi,
  type TestApi,
  testEnv,
  type ProxiedApi,
} from "./test-api.ts";

const SEARCH = "/api/debates/public?sort=newest&q=";

let pages: PageData[] = [];
const WEB = {
  clientDir: "/nowhere",
  template: "",
  render: async ({ data }: PageRequest): Promise<RenderedPage> => {
    pages.push(data);
    return { status: 200, head: "", body: "" };
  },
};
beforeEach(() => (pages = []));

const answerOf = async (client: ApiClient, path: string) => {
  const { status, text, headers } = await client.get(path);
  return {
    status,
    text,
    total: headers.get("x-total-count"),
    retryAfter: headers.get("retry-after"),
  };
};

describe("a search", () => {
  let api: ProxiedApi;
  let admin: TestUser;
  beforeAll(async () => {
    api = await startProxiedApi();
    admin = await api.person("superadmin");
    await createPaidDebate(api, admin, { topic: "!!! % _ 🙂 ¿?" });
  });
  afterAll(() => api.close());

  const searches = [
    "/api/debates/public?q=",
    "/api/debates/public?sort=newest&page=2&q=",
    "/api/debates/my?q=",
    "/api/admin/debates?q=",
    "/api/admin/users?q=",
    "/api/superadmin/users?q=",
    "/api/superadmin/audit?who=",
    "/api/superadmin/audit?whom=",
  ];

  it.each(searches)("of more than 100 characters is refused: %s", async (search) => {
    for (const text of ["x".repeat(101), encodeURIComponent("%".repeat(101))])
      expect((await admin.client.get(search + text)).status).toBe(422);
    expect((await admin.client.get(search + "x".repeat(100))).status).toBe(200);
  });

  it.each(searches)(
    "without a letter or digit finds nothing without a scan: %s",
    async (search) => {
      for (const text of ["%", "_", "\\%".repeat(50), "🙂🙂", " . "]) {
        // Holds any list statement, so that the request waits.
        const scan = api.wire.hold(/ILIKE|tsquery|search_query|AS total|OFFSET/, { at: "request" });
        const {
          status,
          text: found,
          total,
        } = await answerOf(admin.client, search + encodeURIComponent(text));
        scan.release();
        expect([status, found, total]).toEqual([200, "[]", "0"]);
      }
    },
  );
});

describeBackends("reads whose cost grows with the data", (backend) => {
  const LIMIT = 3;
  let api: TestApi;
  let ada: TestUser;
  let bob: TestUser;
  beforeAll(async () => {
    const limits = { ...UNLIMITED_VARIABLES, LIMIT_LIST_PER_MINUTE: String(LIMIT) };
    api = await startTestApi(backend().env(limits), { web: WEB });
    [ada, bob] = [await api.person(), await api.person()];
  });
  afterAll(() => api.close());

  it("are limited per user for all lists together, and per address for visitors", async () => {
    const lists = ["/api/debates/public", "/api/debates/my", "/api/credits/transactions"];
    for (const path of lists) expect((await ada.client.get(path)).status).toBe(200);
    const askedAt = performance.now();
    const { status, retryAfter, text } = await answerOf(ada.client, "/api/debates/live");
    expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
    // The refusal is delayed by 250 ms, to slow down clients that retry at once.
    expect(performance.now() - askedAt).toBeGreaterThan(240);
    expect(text).toContain("Too many attempts. Please try again in");
    // Ada's other reads and the lists that other users request are not limited. Visitors have a
    // limit of their own.
    expect((await ada.client.get("/api/user")).status).toBe(200);
    expect((await bob.client.get("/api/debates/my")).status).toBe(200);
    for (let times = 0; times < LIMIT; times++)
      expect((await api.visitor().get("/api/debates/public")).status).toBe(200);
    for (const path of ["/api/debates/public", "/sitemap.xml", "/feed.xml"])
      expect((await api.visitor().get(path)).status).toBe(429);
  });

  it("are left out of a page while they are limited, and its browser requests them later", async () => {
    for (const path of ["/", "/debates/public", "/credits"]) {
      expect((await ada.client.get(path)).status).toBe(200);
      const { user, queries = [] } = pages.at(-1) ?? {};
      expect(user).toMatchObject({ id: ada.user.id });
      // The balance is a single row, not a list.
      expect(queries.map(([[key]]) => key)).toEqual(["/api/credits"]);
    }
  });
});

describe("a slow read", () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: TestUser;
  let locker: Client;
  let debateId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    const env = testEnv(database.url, { DATABASE_LIST_POOL_SIZE: "1" });
    api = await startTestApi(env, { web: WEB });
    owner = await api.person("superadmin");
    debateId = (await createPaidDebate(api, owner)).id;
    locker = new Client({ connectionString: database.url });
    await locker.connect();
  });
  afterAll(async () => {
    await locker.end();
    await api.close();
    await database.drop();
  });
  beforeEach(() => locker.query("BEGIN"));
  afterEach(() => locker.query("ROLLBACK"));
  const lock = (...tables: string[]) =>
    locker.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);

  const TOO_LONG = "This took too long. Please try again shortly.";

  it.each([
    "/api/debates/public",
    "/api/debates/public?q=word",
    "/api/debates/live",
    "/api/debates/languages",
    "/api/debates/spoken",
    "/api/leaderboard",
    "/api/judge",
    `/api/judge/rules?hash=${"0".repeat(64)}`,
    "/api/debates/my",
    "/api/admin/debates",
    "/api/admin/spending",
    "/api/admin/reviews",
    "/api/admin/appeals",
    "/api/superadmin/audit",
    "/api/credits/transactions",
    "/feed.xml",
    "/sitemap.xml",
  ])("is cancelled after 2 s: %s", async (path) => {
    await lock("debates", "usage", "audit_log", "transactions", "leaderboards", "charters");
    const { status, retryAfter, text } = await answerOf(owner.client, path);
    expect([status, retryAfter]).toEqual([503, "2"]);
    expect(text).toContain(TOO_LONG);
    expect(text).not.toContain("57014");
  });

  it("delays a page by at most 2 s", async () => {
    await lock("debates");
    expect((await api.visitor().get("/debates/public")).status).toBe(200);
    expect(pages).toEqual([expect.objectContaining({ queries: [] })]);
  });

  it("does not block other reads, and its queue is bounded", async () => {
    // A client may have two list reads in progress. The process runs one list read at a time, and
    // at most ten wait.
    const people = [];
    for (let n = 0; n < 15; n += 1) people.push((await api.person()).client);
    // The search reads this table; reading a single debate does not.
    await lock("debate_words");
    let settled = 0;
    const flood = [...people, ...people].map((client) =>
      answerOf(client, `${SEARCH}word`).finally(() => (settled += 1)),
    );
    const refused = await Promise.race(flood);
    expect(refused).toMatchObject({ status: 503, retryAfter: "2" });
    expect(refused.text).toContain("Too many lists are being read right now.");
    for (const path of ["", "/turns"])
      expect((await owner.client.get(`/api/debates/${debateId}${path}`)).status).toBe(200);
    expect((await owner.client.get("/api/user")).status).toBe(200);
    expect(settled).toBeLessThan(30);

    const answers = await Promise.all(flood);
    expect(answers.map(({ status }) => status)).toEqual(flood.map(() => 503));
    expect(answers.map(({ retryAfter }) => retryAfter)).toEqual(flood.map(() => "2"));
    const counted = (sentence: string) =>
      answers.filter(({ text }) => text.includes(sentence)).length;
    expect(counted(TOO_LONG)).toBeGreaterThan(0);
    // One read runs and ten wait. The others are refused at once.
    expect(counted("Too many lists are being read right now.")).toBeGreaterThanOrEqual(19);
  });

  it("gets two slots per connection and client, so that a flood leaves places to others", async () => {
    const other = await api.person();
    await lock("debate_words");
    for (const flooder of [api.visitor(), owner.client]) {
      const path = flooder === owner.client ? `${SEARCH}more` : `${SEARCH}word`;
      let settled = 0;
      const startedAt = performance.now();
      const flood = Array.from({ length: 30 }, () =>
        answerOf(flooder, path).finally(() => (settled += 1)),
      );
      const refused = await Promise.race(flood);
      expect(refused).toMatchObject({ status: 503, retryAfter: "2" });
      expect(refused.text).toContain("Too many lists are being read right now.");
      expect(performance.now() - startedAt).toBeGreaterThan(240);
      // Another user's list waits for two statements and succeeds.
      const { status } = await other.client.get("/api/debates/my");
      expect(status).toBe(200);
      const texts = (await Promise.all(flood)).map(({ text }) => text);
      expect(settled).toBe(30);
      expect(texts.filter((text) => text.includes("Too many lists"))).toHaveLength(28);
      const again = () => flooder.get("/api/debates/live");
      const both = await Promise.all([again(), again()]);
      expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    }
  });
});
