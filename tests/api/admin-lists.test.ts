import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import {
  AdminDebate,
  type AdminDebateSort,
  AuditEntry,
  USER_SORTS,
} from "#shared/contract/admin/admin.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "./test-api.ts";

let api: ProxiedApi;
let root: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startProxiedApi();
  [root, admin] = await Promise.all([api.person("superadmin"), api.person("admin")]);
});
afterAll(() => api.close());

const list = async <S extends z.ZodType>(by: TestUser, path: string, schema: S) => {
  const answer = await by.client.get(`/api/${path}`);
  return { rows: answer.as(z.array(schema)), total: Number(answer.headers.get("x-total-count")) };
};
const users = (query: string) => list(admin, `admin/users?${query}`, User);
const debates = (query: string) => list(admin, `admin/debates?${query}`, AdminDebate);
const audit = (query: string) => list(root, `superadmin/audit?${query}`, AuditEntry);

describe("the list of users", () => {
  const names = ["Zoe.Q", "adam_Q", "Mia-Q"];
  beforeAll(() =>
    api.sql(
      `INSERT INTO users (username, email, password, credits)
       SELECT name, lower(name) || '@Mail.example', '!', n
         FROM unnest($1::text[]) WITH ORDINALITY AS named (name, n)`,
      [names],
    ),
  );
  const found = async (query: string) => (await users(query)).rows.map(({ username }) => username);

  it("contains everyone, with every field except the password", async () => {
    const { rows, total } = await users("");
    expect([rows.length, total]).toEqual([5, 5]);
    expect(Object.keys(rows[0] ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "createdAt",
      "credits",
      "email",
      "id",
      "isAdmin",
      "role",
      "username",
    ]);
    expect(await list(root, "superadmin/users", User)).toEqual({ rows, total });
  });

  it("can be sorted by each column in both directions", async () => {
    expect(await found("q=mail.example&sort=username")).toEqual(["adam_Q", "Mia-Q", "Zoe.Q"]);
    expect(await found("q=mail.example&sort=-username")).toEqual(["Zoe.Q", "Mia-Q", "adam_Q"]);
    expect(await found("q=mail.example&sort=email")).toEqual(["adam_Q", "Mia-Q", "Zoe.Q"]);
    expect(await found("q=mail.example&sort=-credits")).toEqual(["Mia-Q", "adam_Q", "Zoe.Q"]);
    expect(await found("q=mail.example&sort=newest")).toEqual(["Mia-Q", "adam_Q", "Zoe.Q"]);
    expect((await found("sort=role"))[0]).toBe(admin.user.username);
    for (const sort of USER_SORTS) expect((await users(`sort=${sort}`)).rows).toHaveLength(5);
  });

  it("is searched by any part of name or address, literally and regardless of case", async () => {
    expect(await found("q=OE.Q")).toEqual(["Zoe.Q"]);
    expect(await found("q=m_q%40MAIL")).toEqual(["adam_Q"]);
    expect(await found("q=A%5C_q")).toEqual([]);
    await api.sql("UPDATE users SET email = 'elsewhere@mail.example' WHERE username = 'Mia-Q'");
    expect(await found("q=MIA-")).toEqual(["Mia-Q"]);
    for (const wildcard of ["m%25q", "oe_q"]) expect(await found(`q=${wildcard}`)).toEqual([]);
  });

  it("is searched without regard to accents and full-width letters", async () => {
    expect(await found(`q=${encodeURIComponent("Zöé.Q")}`)).toEqual(["Zoe.Q"]);
    expect(await found(`q=${encodeURIComponent("\uFF2D\uFF29\uFF21-")}`)).toEqual(["Mia-Q"]);
  });

  it("has pages", async () => {
    const { rows, total } = await users("sort=username&perPage=2&page=2");
    expect([rows.length, total]).toEqual([2, 5]);
    expect((await users("page=99")).rows).toEqual([]);
  });

  it("has a stable order: ties are sorted by id", async () => {
    await api.sql(
      `INSERT INTO users (username, email, password, role, credits)
       VALUES ('tie-B', 'y@tie.example', '!', 'user', 5), ('Tie-a', 'Z@tie.example', '!', 'admin', 5),
              ('TIE-D', 'w@tie.example', '!', 'user', 3), ('tie-c', 'X@tie.example', '!', 'superadmin', 3),
              ('tie-e', 'v@tie.example', '!', 'user', 3)`,
    );
    const order = async (sort: string) =>
      (await found(`q=tie.example&sort=${sort}`)).map((name) => name.at(-1)).join("");
    const orders = Object.fromEntries(
      await Promise.all(USER_SORTS.map(async (sort) => [sort, await order(sort)])),
    );
    expect(orders).toEqual({
      newest: "ecDaB",
      oldest: "BaDce",
      username: "aBcDe",
      "-username": "eDcBa",
      email: "eDcBa",
      "-email": "aBcDe",
      role: "acBDe",
      "-role": "eDBca",
      credits: "DceBa",
      "-credits": "aBecD",
    });
  });

  it.each(["sort=age", "page=0", "perPage=51", "role=admin"])("refuses %s", async (query) => {
    for (const path of ["admin/users", "superadmin/users", "admin/debates"])
      expect((await root.client.get(`/api/${path}?${query}`)).status).toBe(422);
  });
});

describe("the list of all debates", () => {
  it("includes private ones, with the state of their audio and verdict", async () => {
    const owner = await api.person();
    const debate = await createPaidDebate(api, owner, {
      topic: "A secret motion",
      isPublic: false,
    });
    await insertFinishedTurns(api, debate, 3);
    // An unfinished turn does not count as missing audio.
    await owner.client.post(`/api/debates/${debate.id}/turns`);
    await api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status)
       SELECT id, 'openai', id::text, CASE turn_number WHEN 1 THEN 'pending' ELSE 'failed' END
         FROM turns WHERE debate_id = $1 AND turn_number < 3`,
      [debate.id],
    );
    const { rows, total } = await debates("q=SECRET");
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      id: debate.id,
      isPublic: false,
      owner: { id: owner.user.id, username: owner.user.username },
      audio: { ready: 0, pending: 1, failed: 1, missing: 1 },
      audioJob: null,
      verdict: "none",
    });
  });

  it("can be sorted and has pages", async () => {
    const owner = await api.person();
    for (const topic of ["b Motion Y", "A motion Y", "c motion Y"])
      await createPaidDebate(api, owner, { topic });
    const topics = async (query: string) =>
      (await debates(`q=motion+y&${query}`)).rows.map(({ topic }) => topic[0]);
    expect(await topics("sort=topic")).toEqual(["A", "b", "c"]);
    expect(await topics("sort=-topic")).toEqual(["c", "b", "A"]);
    expect(await topics("sort=newest&perPage=2")).toEqual(["c", "A"]);
    expect(await topics("sort=oldest&perPage=2&page=2")).toEqual(["c"]);
    for (const sort of ["popular", "voted"]) expect(await topics(`sort=${sort}`)).toHaveLength(3);
  });

  it("can be sorted by votes, with ties by id", async () => {
    const owner = await api.person();
    const [one, two, three, four] = [
      await createPaidDebate(api, owner, { topic: "Motion in order" }),
      await createPaidDebate(api, owner, { topic: "MOTION in order" }),
      await createPaidDebate(api, owner, { topic: "Motion in order" }),
      await createPaidDebate(api, owner, { topic: "A motion in order" }),
    ];
    for (const [{ id }, ...numbers] of [
      [one, 1, 2, 0, 0],
      [two, 9, 0, 3, 0],
      [three, 1, 0, 0, 4],
      [four, 1, 1, 1, 0],
    ] as const)
      await api.sql(
        `UPDATE debates SET popularity = $2, upvotes = $3, downvotes = $4, winner_votes = $5
          WHERE id = $1`,
        [id, ...numbers],
      );
    const order = async (sort: string) =>
      (await debates(`q=motion+in+order&sort=${sort}`)).rows.map(({ id }) => id);
    const expected = {
      newest: [four, three, two, one],
      oldest: [one, two, three, four],
      popular: [two, four, three, one],
      voted: [three, two, four, one],
      topic: [four, one, two, three],
      "-topic": [three, two, one, four],
    } satisfies Record<AdminDebateSort, Debate[]>;
    for (const [sort, sorted] of Object.entries(expected))
      expect([sort, await order(sort)]).toEqual([sort, sorted.map(({ id }) => id)]);
  });

  it("has each debate's running audio job", async () => {
    const owner = await api.person();
    const [voiced, done] = [
      await createPaidDebate(api, owner, { topic: "Jobs: one runs" }),
      await createPaidDebate(api, owner, { topic: "Jobs: one is done" }),
    ];
    await api.sql(
      `INSERT INTO audio_jobs (debate_id, turns, total, done)
       VALUES ($1, 'all', 2, 2), ($1, 'missing', 3, 1), ($2, 'all', 4, 4)`,
      [voiced.id, done.id],
    );
    const { rows } = await debates("q=jobs:&sort=oldest");
    expect(rows.map(({ audioJob }) => audioJob)).toMatchObject([
      { debateId: voiced.id, turns: "missing", total: 3, done: 1, status: "running" },
      null,
    ]);
    expect(rows[1]?.audioJob).toBeNull();
  });
});

describe("a failed verdict", () => {
  it("can be retried by an admin once, which is audited", async () => {
    const debate = await createPaidDebate(api, await api.person(), { maxTurns: 2 });
    const path = `/api/admin/debates/${debate.id}/verdict`;
    const early = await admin.client.post(path);
    expect([early.status, early.error.message]).toEqual([
      409,
      "This debate has no failed verdict.",
    ]);
    await insertFinishedTurns(api, debate, 2);
    const other = await createPaidDebate(api, await api.person(), { maxTurns: 2 });
    await api.sql(
      `UPDATE debates SET verdict_status = 'failed', verdict_attempt = 6, verdict_failures = 5,
              verdict_run_at = now() - interval '1 hour',
              scores = '{"botA": 7, "botB": 6, "reasoning": ""}'
        WHERE id = ANY($1)`,
      [[debate.id, other.id]],
    );
    const answers = await api.overlap(
      () => admin.client.post(path),
      () => root.client.post(path),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 409]);
    const verdicts = new Map((await debates("")).rows.map(({ id, verdict }) => [id, verdict]));
    expect([verdicts.get(debate.id), verdicts.get(other.id)]).toEqual(["pending", "failed"]);
    const [row] = await api.sql(
      `SELECT verdict_attempt AS attempt, verdict_failures AS failures, scores,
              verdict_run_at > now() - interval '30 minutes' AS "isFresh"
         FROM debates WHERE id = $1`,
      [debate.id],
    );
    // The retried verdict may use all attempts again, and its old reasoning is removed.
    expect(row).toEqual({
      attempt: 25,
      failures: 0,
      isFresh: true,
      scores: { botA: 7, botB: 6, reasoning: null },
    });
    expect(
      await api.sql("SELECT act FROM audit_log WHERE subject_id = $1 AND subject_kind = 'debate'", [
        debate.id,
      ]),
    ).toEqual([{ act: "retry_verdict" }]);
    expect((await admin.client.post("/api/admin/debates/2147483647/verdict")).status).toBe(404);
  });
});

describe("a retried verdict of a panel", () => {
  it("asks only the judges that did not answer", async () => {
    const debate = await createPaidDebate(api, await api.person(), { maxTurns: 2 });
    await insertFinishedTurns(api, debate, 2);
    await api.sql(
      `UPDATE debates SET verdict_status = 'failed', scores = '{"botA": 7, "botB": 6, "reasoning": ""}'
        WHERE id = $1`,
      [debate.id],
    );
    await api.sql(
      `INSERT INTO panel_votes (debate_id, judge, seat, status, attempt, opened_at, run_at)
       SELECT $1, judge, 1, status, 6, now() - interval '1 day', now() - interval '1 day'
         FROM (VALUES ('openai', 'failed'), ('claude', 'complete')) AS votes (judge, status)`,
      [debate.id],
    );
    await admin.client.post(`/api/admin/debates/${debate.id}/verdict`);
    expect(
      await api.sql(
        `SELECT judge, status, attempt, opened_at > now() - interval '1 hour' AS "isFresh"
           FROM panel_votes WHERE debate_id = $1 ORDER BY judge`,
        [debate.id],
      ),
    ).toEqual([
      { judge: "claude", status: "complete", attempt: 6, isFresh: false },
      { judge: "openai", status: "pending", attempt: 25, isFresh: true },
    ]);
  });
});

describe("the audit log", () => {
  it("shows superadmins who changed what, with the values before and after, newest first", async () => {
    const person = await api.person();
    const path = `/api/admin/users/${person.user.id}`;
    await admin.client.request("PATCH", `${path}/credits`, { body: { credits: 4 } });
    await root.client.delete(path);
    const { rows, total } = await audit(`whom=${person.user.username}`);
    expect(total).toBe(2);
    const subject = { kind: "user", id: person.user.id, name: person.user.username };
    expect(rows).toMatchObject([
      { actorName: root.user.username, act: "delete_user", subject, after: null },
      {
        actorId: admin.user.id,
        actorName: admin.user.username,
        act: "set_credits",
        subject,
        before: { credits: 1 },
        after: { credits: 4 },
      },
    ]);
  });

  it("can be filtered by actor, action and subject, and has pages", async () => {
    const person = await api.person();
    await root.client.request("PATCH", `/api/admin/users/${person.user.id}/credits`, {
      body: { credits: 9 },
    });
    const { rows } = await audit(`who=${admin.user.username.toUpperCase()}&what=set_credits`);
    expect(rows).toHaveLength(1);
    expect((await audit(`whom=${person.user.username.toUpperCase()}`)).total).toBe(1);
    expect((await audit(`who=${person.user.username}`)).total).toBe(0);
    expect((await audit("what=download_audio")).total).toBe(0);
    const first = await audit("perPage=1");
    expect(first.rows).toHaveLength(1);
    expect((await audit("perPage=1&page=2")).rows).not.toEqual(first.rows);
    expect((await root.client.get("/api/superadmin/audit?what=dance")).status).toBe(422);
  });

  it.each([
    ["München ist schöner", "MUNCHEN"],
    ["Munchen ist teuer", "münchen ist T"],
    ["ÉDUCATION pour tous", "éducation POUR"],
    ["我們應該禁止汽車", "禁止汽"],
    ["كِتَابٌ للجميع", "كتاب"],
    ["ΟΔΟΣ για όλους", "οδος"],
    ["100% of A_B", "0% of A_"],
  ])("finds the topic %s by %s", async (topic, whom) => {
    await api.sql(
      `INSERT INTO audit_log (actor_id, actor_name, act, subject_kind, subject_id, subject_name)
       VALUES ($1::int, 'root', 'retry_verdict', 'debate', 1, $2)`,
      [root.user.id, topic],
    );
    const { rows } = await audit(`whom=${encodeURIComponent(whom)}`);
    expect(rows.map(({ subject }) => subject.name)).toEqual([topic]);
    expect((await audit(`whom=${encodeURIComponent(`${whom}x_`)}`)).total).toBe(0);
  });

  it("contains an admin's deletion of another user's debate, but not of their own", async () => {
    const owner = await api.person();
    const [otherDebate, own] = [
      await createPaidDebate(api, owner),
      await createPaidDebate(api, admin),
    ];
    for (const { id } of [otherDebate, own])
      expect((await admin.client.delete(`/api/debates/${id}`)).status).toBe(204);
    const { rows } = await audit("what=delete_debate");
    expect(rows.map(({ subject, before }) => [subject.id, before])).toEqual([
      [otherDebate.id, { ownerId: owner.user.id, status: "pending" }],
    ]);
  });

  it.each(["UPDATE audit_log SET act = 'set_role'", "DELETE FROM audit_log", "TRUNCATE audit_log"])(
    "is append-only: %s",
    async (statement) => {
      await expect(api.sql(statement)).rejects.toThrow("the audit log is append-only");
    },
  );
});
