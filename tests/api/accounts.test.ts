import { createHook } from "node:async_hooks";
import { verify } from "@node-rs/argon2";
import { hashPassword } from "#api/commands/accounts/password-hash.ts";
import { buildSessionStatements } from "#api/http/session/session-store.ts";
import { Account, User } from "#shared/contract/accounts/account.ts";
import { Credits } from "#shared/contract/credits.ts";
import { type ApiClient, TEST_PASSWORD } from "../helpers/api-client.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { startProxiedApi, type ProxiedApi } from "./test-api.ts";

let api: ProxiedApi;
beforeAll(async () => {
  api = await startProxiedApi();
});
afterAll(() => api.close());

/** Counts the async resources created during the action, by type. */
const countAsyncResources = async (act: () => Promise<unknown>): Promise<Map<string, number>> => {
  const startedHashes = new Map<string, number>();
  const hook = createHook({
    init: (_id, type) => void startedHashes.set(type, (startedHashes.get(type) ?? 0) + 1),
  }).enable();
  await act();
  hook.disable();
  startedHashes.delete("PROMISE");
  return startedHashes;
};

const ada = { username: "Ada", email: "Ada@example.org", password: TEST_PASSWORD };

describe("registering", () => {
  it("answers 201 with the user, one credit and a session", async () => {
    const client = api.visitor();
    const answer = await client.post("/api/register", ada);
    expect(answer.status).toBe(201);
    const user = answer.as(User.strict());
    expect(user).toMatchObject({ username: "Ada", role: "user", isAdmin: false, credits: 1 });
    expect((await client.get("/api/user")).as(User)).toEqual(user);
    expect((await client.get("/api/credits")).as(Credits)).toEqual({ credits: 1 });
  });

  it.each([
    "Admin",
    "chatbot-debate",
    "Claude",
    "ChatGPT",
    "grok",
    "...",
    "adrnin",
    "system",
    "staff",
  ])("refuses the name %s, which impersonates somebody, for new users only", async (username) => {
    const answer = await api.visitor().post("/api/register", { ...ada, username });
    expect([answer.status, answer.error.fields]).toEqual([
      422,
      { username: "Please choose another username." },
    ]);
    const { client, user } = await api.person();
    await api.sql("UPDATE users SET username = $2 WHERE id = $1", [user.id, username]);
    expect((await client.get("/api/user")).as(User)).toMatchObject({ username });
    const login = { username, password: TEST_PASSWORD };
    expect((await api.visitor().post("/api/login", login)).status).toBe(200);
  });

  it.each([
    ["username", { ...ada, username: "aDA", email: "other@example.org" }],
    ["email", { ...ada, username: "Other", email: "aDA@EXAMPLE.org" }],
  ])("refuses a %s that is taken, regardless of case", async (field, body) => {
    const answer = await api.visitor().post("/api/register", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });

  it.each([
    [{ username: "ab" }, "Username must be at least 3 characters"],
    [{ email: "nonsense" }, "Invalid email address"],
    [{ password: "12345" }, "Password must be at least 6 characters"],
  ])("explains what is wrong with %j", async (wrong, message) => {
    const body = {
      username: "Grace",
      email: "grace@example.org",
      password: TEST_PASSWORD,
      ...wrong,
    };
    const answer = await api.visitor().post("/api/register", body);
    expect(answer.status).toBe(422);
    expect(answer.error.message).toBe(message);
  });

  it.each([
    ["username", { username: "Once", email: "one@example.org" }, { email: "two@example.org" }],
    ["email", { username: "Third", email: "once@example.org" }, { username: "Fourth" }],
  ])("accepts one of two parallel registrations with the same %s", async (field, one, other) => {
    const register = (more: object) => () =>
      api.visitor().post("/api/register", { ...one, password: TEST_PASSWORD, ...more });
    const [accepted, refused] = await api.overlap(register({}), register(other));
    expect([accepted.status, refused.status]).toEqual([201, 422]);
    expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  });

  it("accepts one of many parallel registrations with the same name", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const body = { username: "Crowd", email: `crowd${n}@example.org`, password: TEST_PASSWORD };
        return (await api.visitor().post("/api/register", body)).status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
  });
});

describe("signing in", () => {
  it.each(["Ada", "ADA", "ada@example.org"])("accepts %s as the name", async (username) => {
    const answer = await api.visitor().post("/api/login", { username, password: TEST_PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.as(User).username).toBe("Ada");
  });

  it("answers the same for a wrong user and a wrong password", async () => {
    const wrongUser = { username: "Nobody", password: TEST_PASSWORD };
    const wrongPassword = { username: "Ada", password: "wrong one" };
    const answers = await Promise.all(
      [wrongUser, wrongPassword].map((body) => api.visitor().post("/api/login", body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it("verifies one password each time, even for unknown users, so that its duration reveals nothing", async () => {
    const tryLogin = (username: string) => () =>
      api.visitor().post("/api/login", { username, password: "wrong one" });
    // The first login with an unknown name creates the dummy password hash. This happens here, so
    // that it does not count below.
    await tryLogin("Nobody")();
    const stored = await hashPassword("right one");
    const [task = ""] = (await countAsyncResources(() => verify(stored, "wrong one"))).keys();
    const verifications = [];
    for (const username of ["Ada", "Nobody"])
      verifications.push((await countAsyncResources(tryLogin(username))).get(task));
    expect(verifications).toEqual([1, 1]);
  });

  it.each([
    [{}, { username: "Username is required", password: "Password is required" }],
    [{ username: "Ada", password: "" }, { password: "Password is required" }],
  ])("requires what is missing in %j", async (body, fields) => {
    const answer = await api.visitor().post("/api/login", body);
    expect(answer.status).toBe(422);
    expect(answer.error.fields).toEqual(fields);
  });
});

describe("the session", () => {
  it("is read together with other requested ids, and no more", async () => {
    const { client } = await api.person();
    await api.person();
    const [, sid = ""] = /sid=s%3A([^.]+)\./.exec(client.cookie) ?? [];
    expect(await api.sql(buildSessionStatements(false).several, [[sid, "nobody's"]])).toMatchObject(
      [{ sid }],
    );
  });

  it("is missing for a visitor, who gets 401, no cookie and no row", async () => {
    const client = api.visitor();
    const before = await api.sql("SELECT FROM sessions");
    expect((await client.get("/api/user")).status).toBe(401);
    await client.get("/api/debates/public");
    expect(client.cookie).toBe("");
    expect(await api.sql("SELECT FROM sessions")).toHaveLength(before.length);
  });

  it("has an HttpOnly, SameSite=Lax cookie of 30 days", async () => {
    const answer = await api
      .visitor()
      .post("/api/login", { username: "Ada", password: TEST_PASSWORD });
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("sid=")) ?? "";
    expect(cookie).toMatch(/^sid=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "");
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  });

  it("gets a new id at login, and the old one becomes invalid", async () => {
    const { client, user } = await api.person();
    const before = client.cookie;
    await client.post("/api/login", { username: user.username, password: TEST_PASSWORD });
    expect(client.cookie).not.toBe(before);
    const attacker = api.visitor();
    attacker.cookie = before;
    expect((await attacker.get("/api/user")).status).toBe(401);
  });

  it("ends at logout, on the server too", async () => {
    const { client } = await api.person();
    const stolen = api.visitor();
    stolen.cookie = client.cookie;
    expect((await client.post("/api/logout")).status).toBe(204);
    expect(client.cookie).toMatch(/^device=[\w-]+$/);
    expect((await stolen.get("/api/user")).status).toBe(401);
  });

  it("clears the browser's cache at logout, and nothing else", async () => {
    const { client } = await api.person();
    const { headers } = await client.post("/api/logout");
    expect(headers.get("clear-site-data")).toBe('"cache"');
  });

  it("is one of at most 50: one more ends the oldest and closes its sockets", async () => {
    const { client, user } = await api.person();
    const { client: another } = await api.person();
    const watcher = await watchDebate(api.origin, 1, client.cookie);
    await api.sql(
      `INSERT INTO sessions (sid, sess, expire)
       SELECT 'other-' || n, jsonb_build_object('userId', $1::int), now() + interval '60 days'
         FROM generate_series(1, 49) AS n`,
      [user.id],
    );
    const cut = new Promise((resolve) => watcher.socket.once("disconnect", resolve));
    const fiftyFirst = api.visitor();
    await fiftyFirst.post("/api/login", { username: user.username, password: TEST_PASSWORD });
    expect((await client.get("/api/user")).status).toBe(401);
    expect((await fiftyFirst.get("/api/user")).status).toBe(200);
    expect((await another.get("/api/user")).status).toBe(200);
    const count = "SELECT FROM sessions WHERE sess ->> 'userId' = $1";
    expect(await api.sql(count, [String(user.id)])).toHaveLength(50);
    await cut;
    watcher.close();
  });

  it("refuses an id with a wrong signature", async () => {
    const { client } = await api.person();
    client.cookie = client.cookie.slice(0, -4) + "AAAA";
    expect((await client.get("/api/user")).status).toBe(401);
  });

  it("is not created by a failed sign-in", async () => {
    const client = api.visitor();
    const before = await api.sql("SELECT FROM sessions");
    expect((await client.post("/api/login", { username: "nobody", password: "no" })).status).toBe(
      401,
    );
    expect(client.cookie).toBe("");
    expect(await api.sql("SELECT FROM sessions")).toHaveLength(before.length);
  });

  it("is invalid after it expires", async () => {
    const { client, user } = await api.person();
    await api.sql(
      "UPDATE sessions SET expire = now() - interval '1 second' WHERE sess ->> 'userId' = $1",
      [String(user.id)],
    );
    expect((await client.get("/api/user")).status).toBe(401);
  });

  it("applies a changed role at once", async () => {
    const { client, user } = await api.person();
    await api.sql("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    expect((await client.get("/api/user")).as(User)).toMatchObject({
      role: "admin",
      isAdmin: true,
    });
  });

  it("is deleted with its user", async () => {
    const { client, user } = await api.person();
    await api.sql("DELETE FROM users WHERE id = $1", [user.id]);
    expect((await client.get("/api/user")).status).toBe(401);
  });

  it("is renewed at most once an hour, for another 30 days", async () => {
    const { client, user } = await api.person();
    const ownSessionsSql = "sess ->> 'userId' = $1";
    const expiry = async () =>
      (
        await api.sql<{ expire: Date }>(`SELECT expire FROM sessions WHERE ${ownSessionsSql}`, [
          String(user.id),
        ])
      ).map(({ expire }) => expire.getTime());
    const age = (hours: number) =>
      api.sql(
        `UPDATE sessions SET expire = now() + interval '20 days',
           sess = jsonb_set(sess, '{renewedAt}', to_jsonb($2::bigint)) WHERE ${ownSessionsSql}`,
        [String(user.id), Date.now() - hours * 3_600_000],
      );
    await age(0.5);
    const [young] = await expiry();
    expect((await client.get("/api/user")).headers.has("set-cookie")).toBe(false);
    expect(await expiry()).toEqual([young]);
    await age(1.5);
    expect((await client.get("/api/user")).headers.has("set-cookie")).toBe(true);
    const [renewed = 0] = await expiry();
    expect((renewed - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  });
});

describe("the list of sessions", () => {
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
  const sessionsOf = async (client: ApiClient) =>
    (await client.get("/api/account")).as(Account).sessions;
  const twice = async () => {
    const { client, user } = await api.person();
    const other = api.visitor();
    other.headers = { "user-agent": FIREFOX };
    await other.post("/api/login", { username: user.username, password: TEST_PASSWORD });
    return { client, other, user };
  };
  const change = (user: User, set: string, values: unknown[] = []) =>
    api.sql(`UPDATE sessions SET ${set} WHERE sess ->> 'userId' = $1`, [
      String(user.id),
      ...values,
    ]);
  const beganAgo = (user: User, hours: number) =>
    change(user, "sess = jsonb_set(sess, '{beganAt}', to_jsonb($2::bigint))", [
      Date.now() - hours * 3_600_000,
    ]);

  it("has device, network and time of each session, including the current one", async () => {
    const { client, other } = await twice();
    const listed = await sessionsOf(client);
    expect(listed).toMatchObject([
      { device: "Firefox on Linux", isThis: false },
      { device: "Another device", isThis: true },
    ]);
    for (const { id, address, signedInAt, lastSeenAt } of listed) {
      expect(["127.0.0.1", "::1"]).toContain(address);
      expect(lastSeenAt).toBe(signedInAt);
      expect(Date.now() - Date.parse(signedInAt)).toBeLessThan(60_000);
      expect(client.cookie + other.cookie).not.toContain(id);
    }
    expect((await sessionsOf(other)).map(({ isThis }) => isThis)).toEqual([true, false]);
  });

  it("ends one session by its id or all others at once, and never those of other users", async () => {
    const { client, other } = await twice();
    const [named] = await sessionsOf(client);
    const otherUser = await api.person();
    const end = (by: ApiClient) => by.post("/api/account/sessions/end", { session: named?.id });
    expect((await end(otherUser.client)).status).toBe(404);
    expect((await other.get("/api/user")).status).toBe(200);
    expect((await end(client)).status).toBe(204);
    expect((await other.get("/api/user")).status).toBe(401);
    expect((await end(client)).status).toBe(404);

    const again = await twice();
    expect((await again.other.post("/api/account/sessions/end-others")).status).toBe(204);
    expect((await again.client.get("/api/user")).status).toBe(401);
    for (const still of [again.other, client, otherUser.client])
      expect((await still.get("/api/user")).status).toBe(200);
  });

  it("ends a session even for a request that is still renewing it", async () => {
    const { client, other, user } = await twice();
    const [named] = await sessionsOf(client);
    await change(user, "sess = jsonb_set(sess, '{renewedAt}', '0')");
    const [renewed, ended] = await api.overlap(
      () => other.get("/api/user"),
      () => client.post("/api/account/sessions/end", { session: named?.id }),
      /SET sess ?= ?\$1/,
    );
    expect([renewed.status, renewed.headers.has("set-cookie"), ended.status]).toEqual([
      200,
      true,
      204,
    ]);
    expect((await other.get("/api/user")).status).toBe(401);
    expect(await sessionsOf(client)).toHaveLength(1);
  });

  it.each([
    ["user", 90 * 24],
    ["admin", 12],
    ["superadmin", 12],
  ] as const)("ends a session of a %s after %d hours, even an active one", async (role, hours) => {
    const { client, user } = await api.person(role);
    await beganAgo(user, hours - 0.1);
    expect(await sessionsOf(client)).toHaveLength(1);
    const stillThere = api.visitor();
    stillThere.cookie = client.cookie;
    await beganAgo(user, hours + 0.1);
    expect((await stillThere.get("/api/user")).status).toBe(401);
  });

  it("dates a session without a start time by its last renewal", async () => {
    const { client, user } = await api.person();
    await change(user, "sess = sess - 'beganAt' - 'epoch' - 'device' - 'address'");
    expect(await sessionsOf(client)).toMatchObject([{ device: "Another device", address: "" }]);
    await change(user, "sess = jsonb_set(sess, '{renewedAt}', to_jsonb($2::bigint))", [
      Date.now() - 91 * 86_400_000,
    ]);
    expect((await client.get("/api/user")).status).toBe(401);
  });
});
