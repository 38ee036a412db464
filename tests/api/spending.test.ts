import { Credits } from "#shared/contract/credits.ts";
import { Debate } from "#shared/contract/debate.ts";
import { Spending } from "#shared/contract/spending.ts";
import { type Person, startFreshApi, type TestApi } from "./test-api.ts";

/** So many dollars are spent for this user, so many days ago. */
const spend = (api: TestApi, userId: number | null, dollars: number, daysAgo = 0) =>
  api.sql(
    `INSERT INTO usage (day, kind, provider, model, user_id, requests, input_tokens, output_tokens,
                        characters, is_estimated, price)
     VALUES ((now() AT TIME ZONE 'utc')::date - $3::int, 'generate-turn', 'grok', 'grok-4.3', $1, 1, 1, 1,
             0, false, $2::float8 * 1000000)`,
    [userId, dollars, daysAgo],
  );

const start = ({ client }: Person, headers = {}) =>
  client.post("/api/debates", { topic: "Cats or dogs" }, { headers });

describe("a day's money", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startFreshApi({ DAILY_SPEND_LIMIT: "10", DAILY_SPEND_LIMIT_PER_USER: "4" });
  });
  afterAll(() => api.close());
  beforeEach(() => api.sql("DELETE FROM usage"));

  it("lets debates begin while there is some left, today", async () => {
    const person = await api.person();
    await spend(api, person.user.id, 3.999);
    await spend(api, person.user.id, 100, 1);
    await spend(api, null, 6);
    expect((await start(person)).status).toBe(201);
  });

  it("that one user has spent lets that one begin no more, and takes no credit", async () => {
    const [person, other] = [await api.person(), await api.person()];
    await spend(api, person.user.id, 4);
    const answer = await start(person);
    expect(answer.status).toBe(429);
    expect(answer.error).toEqual({
      code: "spending_limit",
      message:
        "Your debates have spent what may be spent in a day. New debates can be started after midnight (UTC).",
    });
    const wait = Number(answer.headers.get("retry-after"));
    const now = Math.floor(Date.now() / 1000);
    expect((now + wait) % 86_400).toBeLessThan(60);
    expect((await person.client.get("/api/credits")).as(Credits).credits).toBe(1);
    expect((await start(other)).status).toBe(201);
  });

  it("that all have spent lets nobody begin; those that run go on, and answers stay", async () => {
    const person = await api.person();
    const begun = await start(person, { "idempotency-key": "one" });
    await spend(api, null, 10);
    const refused = await start(await api.person());
    expect([refused.status, refused.error.message]).toEqual([
      429,
      "This site has spent what may be spent in a day. New debates can be started after midnight (UTC).",
    ]);
    const again = await start(person, { "idempotency-key": "one" });
    const { id } = begun.as(Debate);
    expect([again.status, again.as(Debate).id]).toEqual([201, id]);
    expect((await person.client.post(`/api/debates/${id}/turns`)).status).toBe(202);
  });
});

describe("what was spent", () => {
  let api: TestApi;
  let admin: Person;
  beforeAll(async () => {
    api = await startFreshApi({ DAILY_SPEND_LIMIT_PER_USER: "4" });
    admin = await api.person("admin");
  });
  afterAll(() => api.close());

  const spending = async (days: number) => {
    const answer = await admin.client.get(`/api/admin/spending?days=${days}`);
    return answer.as(Spending.strict());
  };

  it("is told for each of the days asked for, with today, and for no other", async () => {
    const person = await api.person();
    await spend(api, person.user.id, 1);
    await spend(api, person.user.id, 2);
    await spend(api, null, 4, 2);
    await spend(api, person.user.id, 8, 3);
    await api.sql("UPDATE usage SET is_estimated = true WHERE price = 1000000");
    const { days, parts, users, limits } = await spending(3);
    const [first = "", , today = ""] = days;
    expect(days).toHaveLength(3);
    expect(Date.parse(today) - Date.parse(first)).toBe(2 * 86_400_000);
    const taken = { provider: "grok", kind: "generate-turn", characters: 0 };
    const once = { ...taken, requests: 1, inputTokens: 1, outputTokens: 1, isEstimated: false };
    const twice = { ...taken, requests: 2, inputTokens: 2, outputTokens: 2, isEstimated: true };
    expect(parts).toEqual([
      { ...once, day: first, price: 4_000_000 },
      { ...twice, day: today, price: 3_000_000 },
    ]);
    const { id, username } = person.user;
    expect(users).toMatchObject([
      { id: null, username: null, price: 4_000_000 },
      { id, username, price: 3_000_000, requests: 2 },
    ]);
    expect(limits).toEqual({ perDay: null, perUserAndDay: 4 });
    expect((await spending(4)).parts).toHaveLength(3);
    expect((await spending(1)).days).toEqual([today]);
  });

  it("names the twenty users who took the most, the dearest first", async () => {
    await api.sql("DELETE FROM usage");
    await api.sql(`
      INSERT INTO users (username, email, password)
      SELECT 'spender' || n, n || '@example.org', '!' FROM generate_series(1, 21) AS n`);
    await api.sql(`
      INSERT INTO usage (kind, provider, model, user_id, requests, input_tokens, output_tokens,
                         characters, is_estimated, price)
      SELECT 'judge-turn', 'grok', 'grok-4.3', id, 1, 1, 1, 0, false, substring(username, 8)::int
        FROM users WHERE username LIKE 'spender%'`);
    const { users } = await spending(1);
    expect(users.map(({ username }) => username)).toEqual(
      Array.from({ length: 20 }, (_, n) => `spender${21 - n}`),
    );
  });
});

it("without a limit there is none", async () => {
  const api = await startFreshApi();
  const person = await api.person();
  await spend(api, person.user.id, 2000);
  expect((await start(person)).status).toBe(201);
  await api.close();
});
