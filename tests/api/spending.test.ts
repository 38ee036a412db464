import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Credits } from "#shared/contract/credits.ts";
import { Debate } from "#shared/contract/debates/debate.ts";
import { SpendingOverview } from "#shared/contract/admin/spending.ts";
import { giveCredits, type TestUser, startApiOnNewDatabase, type TestApi } from "./test-api.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

/** Books usage of this many dollars for this user, this many days ago. */
const spend = (api: TestApi, userId: number | null, dollars: number, daysAgo = 0) =>
  insertUsage(api.sql, { userId, price: dollars * 1e6, daysAgo });

const start = ({ client }: TestUser, headers = {}) =>
  client.post("/api/debates", { topic: "Cats or dogs" }, { headers });

const LIMIT_MESSAGE_END = "reached their daily spending limit. Try again after midnight UTC.";
const SITE_LIMIT_MESSAGE =
  "This site has reached its daily spending limit. Try again after midnight UTC.";
const OWN_LIMIT_MESSAGE = `Your debates have ${LIMIT_MESSAGE_END}`;
const USER_LIMIT_MESSAGE = `The debates of this user have ${LIMIT_MESSAGE_END}`;
const refusal = ({ status, error }: Awaited<ReturnType<typeof start>>) => [
  status,
  error.code,
  error.message,
];

const startLimitedApi = () =>
  startApiOnNewDatabase({
    DAILY_SPEND_LIMIT: "10",
    DAILY_SPEND_LIMIT_PER_USER: "4",
    TTS_BASE_URL: "http://127.0.0.1:1/v1",
  });

describe("a daily spending limit", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startLimitedApi();
  });
  afterAll(() => api.close());
  beforeEach(() => api.sql("DELETE FROM usage"));

  it("allows new debates while today's budget is not used up", async () => {
    const person = await api.person();
    await spend(api, person.user.id, 3.999);
    await spend(api, person.user.id, 100, 1);
    await spend(api, null, 6);
    expect((await start(person)).status).toBe(201);
  });

  it("per user refuses that user's new debates and takes no credit", async () => {
    const [person, other] = [await api.person(), await api.person()];
    await spend(api, person.user.id, 4);
    const answer = await start(person);
    expect(answer.status).toBe(429);
    expect(answer.error).toEqual({
      code: "spending_limit",
      message:
        "Your debates have reached their daily spending limit. Try again after midnight UTC.",
    });
    const wait = Number(answer.headers.get("retry-after"));
    const now = Math.floor(Date.now() / 1000);
    expect((now + wait) % 86_400).toBeLessThan(60);
    expect((await person.client.get("/api/credits")).as(Credits).credits).toBe(1);
    expect((await start(other)).status).toBe(201);
  });

  it("of the site refuses new debates, but repeats the response to a known idempotency key", async () => {
    const person = await api.person();
    const started = await start(person, { "idempotency-key": "one" });
    await spend(api, null, 10);
    expect(refusal(await start(await api.person()))).toEqual([
      429,
      "spending_limit",
      SITE_LIMIT_MESSAGE,
    ]);
    const again = await start(person, { "idempotency-key": "one" });
    const { id } = started.as(Debate);
    expect([again.status, again.as(Debate).id]).toEqual([201, id]);
  });

  it("refuses new turns and Auto-Play, but returns a turn that was requested before", async () => {
    const person = await api.person();
    const { id } = (await start(person)).as(Debate);
    const step = () => person.client.post(`/api/debates/${id}/turns`);
    const autoPlay = (on: boolean) =>
      person.client.request("PUT", `/api/debates/${id}/auto-play`, { body: { on } });
    await spend(api, null, 10);
    expect(refusal(await step())).toEqual([429, "spending_limit", SITE_LIMIT_MESSAGE]);
    expect(refusal(await autoPlay(true))).toEqual([429, "spending_limit", SITE_LIMIT_MESSAGE]);
    await api.sql("DELETE FROM usage");
    expect((await step()).status).toBe(202);
    await spend(api, null, 10);
    expect((await step()).status).toBe(202);
    expect((await autoPlay(false)).status).toBe(200);
    await api.sql("UPDATE turns SET status = 'failed' WHERE debate_id = $1", [id]);
    expect(refusal(await step())).toEqual([429, "spending_limit", SITE_LIMIT_MESSAGE]);
    await api.sql("UPDATE usage SET day = day - 1");
    expect((await step()).status).toBe(202);
  });

  it("counts turns that others request against the owner of the debate", async () => {
    const [owner, other] = [await api.person(), await api.person()];
    const { id } = (await start(owner)).as(Debate);
    await spend(api, owner.user.id, 4);
    const refused = [429, "spending_limit", USER_LIMIT_MESSAGE];
    const step = ({ client }: TestUser) => client.post(`/api/debates/${id}/turns`);
    const autoPlay = { body: { on: true } };
    expect(refusal(await step(other))).toEqual(refused);
    expect(
      refusal(await other.client.request("PUT", `/api/debates/${id}/auto-play`, autoPlay)),
    ).toEqual(refused);
    await api.sql(
      `INSERT INTO turns (debate_id, turn_number, role, type, status)
       VALUES ($1, 1, 'bot_a', 'opening', 'failed')`,
      [id],
    );
    expect(refusal(await step(await api.person("admin")))).toEqual(refused);
    const { id: own } = (await start(other)).as(Debate);
    expect((await other.client.post(`/api/debates/${own}/turns`)).status).toBe(202);
  });
});

/** An owner's debates that need paid jobs in different ways, and an admin. */
interface PaidWork {
  owner: TestUser;
  admin: TestUser;
  /** A debate with a finished turn that has no recording and whose judging failed. */
  unjudged: { id: number; turnId: number };
  /** A debate whose turn failed. */
  broken: { id: number };
  /** A debate whose verdict failed. */
  undecided: { id: number };
}

interface PaidRequest {
  /** Whether the message speaks of the user's own debates. */
  isToOwner: boolean;
  ask(work: PaidWork): ReturnType<typeof start>;
}

/** One request for each file in `api/commands` that imports `requireBudget`. */
const PAID_REQUESTS: Record<string, PaidRequest> = {
  "admin/retry-judging.ts": {
    isToOwner: false,
    ask: ({ admin, unjudged }) => admin.client.post(`/api/admin/turns/${unjudged.turnId}/judging`),
  },
  "admin/retry-verdict.ts": {
    isToOwner: false,
    ask: ({ admin, undecided }) => admin.client.post(`/api/admin/debates/${undecided.id}/verdict`),
  },
  "audio/download-episode.ts": {
    isToOwner: true,
    ask: ({ owner, unjudged }) => owner.client.get(`/api/debates/${unjudged.id}/audio.mp3`),
  },
  "audio/enqueue-debate-recordings.ts": {
    isToOwner: false,
    ask: ({ admin, unjudged }) =>
      admin.client.post(`/api/admin/debates/${unjudged.id}/audio`, { turns: "all" }),
  },
  "audio/ensure-recording.ts": {
    isToOwner: false,
    ask: ({ owner, unjudged }) => owner.client.get(`/api/tts/audio?turnId=${unjudged.turnId}`),
  },
  "audio/regenerate-turn-audio.ts": {
    isToOwner: false,
    ask: ({ admin, unjudged }) => admin.client.get(`/api/admin-regen-audio/${unjudged.turnId}`),
  },
  "debates/create-debate.ts": { isToOwner: true, ask: ({ owner }) => start(owner) },
  "debates/set-auto-play.ts": {
    isToOwner: true,
    ask: ({ owner, unjudged }) =>
      owner.client.request("PUT", `/api/debates/${unjudged.id}/auto-play`, { body: { on: true } }),
  },
  "turns/reopen-turn.ts": {
    isToOwner: true,
    ask: ({ owner, broken }) => owner.client.post(`/api/debates/${broken.id}/turns`),
  },
  "turns/request-turn.ts": {
    isToOwner: true,
    ask: ({ owner, unjudged }) => owner.client.post(`/api/debates/${unjudged.id}/turns`),
  },
};

/**
 * These commands spend for no user, so only the limit of the site applies. `judge-audits.test.ts` and
 * `model-check.test.ts` test them.
 */
const SITE_ONLY = ["admin/start-judge-audit.ts", "admin/start-model-check.ts"];

it("each command that calls requireBudget is tried at the spending limits", () => {
  const folder = path.resolve("api/commands");
  const callers = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      /import { requireBudget }/.test(readFileSync(path.join(folder, file), "utf8")),
  );
  expect(callers.toSorted()).toEqual([...SITE_ONLY, ...Object.keys(PAID_REQUESTS)].toSorted());
});

describe.each([
  ["site", SITE_LIMIT_MESSAGE, SITE_LIMIT_MESSAGE],
  ["user", USER_LIMIT_MESSAGE, OWN_LIMIT_MESSAGE],
] as const)("at the daily spending limit of the %s", (whose, toAll, toOwner) => {
  let api: TestApi;
  let work: PaidWork;
  const insertTurn = (debateId: number, columns: string, values: string) =>
    api.sql<{ id: number }>(
      `INSERT INTO turns (debate_id, turn_number, role, type, ${columns})
       VALUES ($1, 1, 'bot_a', 'opening', ${values}) RETURNING id`,
      [debateId],
    );
  beforeAll(async () => {
    api = await startLimitedApi();
    const [owner, admin] = [await api.person(), await api.person("admin")];
    await giveCredits(api, owner, 3);
    const create = async () => (await start(owner)).as(Debate).id;
    const [unjudged, broken, undecided] = [await create(), await create(), await create()];
    const [turn] = await insertTurn(
      unjudged,
      "status, content, judging_status",
      "'complete', 'Cities were made for people.', 'failed'",
    );
    await insertTurn(broken, "status", "'failed'");
    await api.sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", [undecided]);
    await (whose === "site" ? spend(api, null, 10) : spend(api, owner.user.id, 4));
    work = {
      owner,
      admin,
      unjudged: { id: unjudged, turnId: turn?.id ?? 0 },
      broken: { id: broken },
      undecided: { id: undecided },
    };
  });
  afterAll(() => api.close());

  it.each(Object.entries(PAID_REQUESTS))(
    "%s refuses to queue paid work",
    async (_file, { ask, isToOwner }) => {
      const message = isToOwner ? toOwner : toAll;
      expect(refusal(await ask(work))).toEqual([429, "spending_limit", message]);
      expect(await api.sql("SELECT FROM audio_cache")).toEqual([]);
      expect(await api.sql("SELECT FROM audio_jobs")).toEqual([]);
      expect(
        await api.sql("SELECT FROM turns WHERE 'pending' IN (status, judging_status)"),
      ).toEqual([]);
      expect(await api.sql("SELECT FROM debates WHERE verdict_status = 'pending'")).toEqual([]);
    },
  );
});

describe("the spending report", () => {
  let api: TestApi;
  let admin: TestUser;
  beforeAll(async () => {
    api = await startApiOnNewDatabase({ DAILY_SPEND_LIMIT_PER_USER: "4" });
    admin = await api.person("admin");
  });
  afterAll(() => api.close());

  const spending = async (days: number) => {
    const answer = await admin.client.get(`/api/admin/spending?days=${days}`);
    return answer.as(SpendingOverview.strict());
  };

  it("covers the requested number of days, including today", async () => {
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

  it("has the twenty users with the highest cost, highest first", async () => {
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

it("without a configured limit nothing is refused", async () => {
  const api = await startApiOnNewDatabase();
  const person = await api.person();
  await spend(api, person.user.id, 2000);
  expect((await start(person)).status).toBe(201);
  await api.close();
});
