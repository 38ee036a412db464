import { isReservedUsername, computeSkeleton } from "#api/commands/accounts/username-rules.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { UsernameSkeletons1760002210000 } from "#infra/db/migrations/1760002210000-username-skeletons.ts";
import { TEST_PASSWORD } from "../helpers/api-client.ts";
import { startProxiedApi, type ProxiedApi } from "./test-api.ts";

describe("the skeleton of a username", () => {
  it.each([
    ["alice", "a.lice"],
    ["alice", "A_L-I.C.E"],
    ["alice", "a1ice"],
    ["alice", "aIice"],
    ["morgan", "rnorgan"],
    ["williams", "vvil1iams"],
    ["bob", "b0b"],
    ["david", "clavid"],
    ["cicero", "dcero"],
  ])("is the same for %s and %s", (one, other) => {
    expect(computeSkeleton(one)).toBe(computeSkeleton(other));
  });

  it.each([
    ["alice", "alicia"],
    ["max1", "max2"],
    ["ada", "adam"],
    ["grace", "trace"],
  ])("differs for %s and %s", (one, other) => {
    expect(computeSkeleton(one)).not.toBe(computeSkeleton(other));
  });
});

describe("a reserved username", () => {
  const names = ["Chatbot Debate", "Chatbot Debate LLC", "openai", "ChatGPT", "claude", "Grok"];
  it.each([
    "admin",
    "Admin",
    "a.d.m.i.n",
    "adrnin",
    "administrator",
    "adm1n",
    "4dmin",
    "admin1",
    "superadmin",
    "adminteam",
    "the-admin",
    "webadmin",
    "moderator",
    "rnoderator",
    "mod",
    "system",
    "5ystem",
    "staff",
    "st4ff",
    "SUPPORT",
    "support-team",
    "supp0rt",
    "root",
    "r00t",
    "official",
    "official.grok",
    "security",
    "billing",
    "postmaster",
    "...",
    ".-_",
  ])("is a role or a name of the product: %s", (name) => {
    expect(isReservedUsername(name, names)).toBe(true);
  });
  it.each([
    "chatbot-debate",
    "Chatb0tDebate",
    "ChatbotDebate_Team",
    "openai",
    "0penai",
    "Chat_GPT",
  ])("resembles the product or a provider: %s", (name) =>
    expect(isReservedUsername(name, names)).toBe(true),
  );
  it.each(["grok2", "c1aude", "GR0K"])("resembles a provider: %s", (name) =>
    expect(isReservedUsername(name, names)).toBe(true),
  );
  it.each([
    "ada",
    "a...",
    "supporter",
    "roots",
    "rooted",
    "badminton",
    "claude.monet",
    "grokking",
    "solar.system",
    "openair",
    "person-0123456789ab",
    "marco77",
    "staffan",
  ])("is not %s", (name) => expect(isReservedUsername(name, names)).toBe(false));
});

describe("registering a username that looks like another", () => {
  let api: ProxiedApi;
  beforeAll(async () => {
    api = await startProxiedApi();
  });
  afterAll(() => api.close());

  const register = (username: string) =>
    api.visitor().post("/api/register", {
      username,
      email: `${Math.random().toString(36).slice(2)}@example.org`,
      password: TEST_PASSWORD,
    });

  it("is refused without revealing the other one, and an identical name is taken", async () => {
    expect((await register("Melinda")).status).toBe(201);
    for (const username of ["rnelinda", "Me1inda", "m.e.l.i.n.d.a", "meIinda"]) {
      const refused = await register(username);
      expect([refused.status, refused.error.fields]).toEqual([
        422,
        {
          username:
            "This username looks too much like another one. Please choose another username.",
        },
      ]);
      expect(refused.text).not.toMatch(/melinda/i);
    }
    const conflict = await register("melinda");
    expect(conflict.error.fields).toEqual({ username: "Username is already taken" });
    expect((await register("Belinda")).status).toBe(201);
  });

  it("accepts one of several look-alikes registered at once", async () => {
    const answers = await Promise.all(["vincenzo", "v1ncenzo", "v.incenzo"].map(register));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 422, 422]);
  });

  it("is allowed after the other user was deleted", async () => {
    const gone = (await register("quentin")).status;
    await api.sql("DELETE FROM users WHERE username = 'quentin'");
    expect([gone, (await register("quent1n")).status]).toEqual([201, 201]);
  });

  it("is compared with users from before the check, who keep their names and can sign in", async () => {
    const { user } = await api.person();
    const rename = "UPDATE users SET username = $2, username_skeleton = NULL WHERE id = $1";
    const { user: twin } = await api.person();
    const { user: admin } = await api.person();
    await api.sql(rename, [user.id, "Old.Timer-01"]);
    await api.sql(rename, [twin.id, "oldtirner0I"]);
    await api.sql(rename, [admin.id, "admin"]);
    const db = await createDataSource(api.databaseUrl).initialize();
    const runner = db.createQueryRunner();
    await new UsernameSkeletons1760002210000().up(runner);
    await runner.release();
    await db.destroy();

    const rows = await api.sql<{ username: string; skeleton: string | null }>(
      "SELECT username, username_skeleton AS skeleton FROM users ORDER BY id",
    );
    const clashing = rows.filter(({ skeleton }) => skeleton === null);
    expect(clashing).toEqual([{ username: "oldtirner0I", skeleton: null }]);
    for (const { username, skeleton } of rows.filter((row) => row.skeleton !== null))
      expect([username, skeleton]).toEqual([username, computeSkeleton(username)]);
    expect((await register("o1dtimerOl")).status).toBe(422);
    for (const { email } of [user, twin, admin]) {
      const login = { username: email, password: TEST_PASSWORD };
      expect((await api.visitor().post("/api/login", login)).status).toBe(200);
    }
  });
});
