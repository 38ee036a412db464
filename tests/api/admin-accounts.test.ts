import { User } from "#shared/contract/accounts/account.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { TEST_PASSWORD } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  expireIdentityConfirmation,
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

const put = (by: TestUser, what: string, body: object) =>
  by.client.request("PUT", `/api/superadmin/users/${what}`, { body });
const patch = (by: TestUser, { user }: TestUser, body: object) =>
  by.client.request("PATCH", `/api/admin/users/${user.id}/credits`, { body });
const roleOf = async ({ user }: TestUser) =>
  (await api.sql<{ role: string }>("SELECT role FROM users WHERE id = $1", [user.id]))[0]?.role;
const creditsOf = async ({ user }: TestUser) =>
  (await api.sql<{ credits: number }>("SELECT credits FROM users WHERE id = $1", [user.id]))[0]
    ?.credits;
const actsOn = ({ user }: TestUser) =>
  api.sql("SELECT actor_id, act, before, after FROM audit_log WHERE subject_id = $1 ORDER BY id", [
    user.id,
  ]);

describe("a role", () => {
  it("is set by a superadmin, ends all sessions of the user and is audited", async () => {
    const person = await api.person();
    const answer = await put(root, `${person.user.id}/role`, { role: "admin" });
    expect([answer.status, answer.as(User)]).toEqual([
      200,
      { ...person.user, role: "admin", isAdmin: true },
    ]);
    expect((await person.client.get("/api/user")).status).toBe(401);
    expect(await actsOn(person)).toEqual([
      {
        actor_id: root.user.id,
        act: "set_role",
        before: { role: "user" },
        after: { role: "admin" },
      },
    ]);
  });

  it("that the user has already changes nothing and keeps all sessions", async () => {
    const person = await api.person();
    expect((await put(root, `${person.user.id}/role`, { role: "user" })).status).toBe(200);
    expect((await person.client.get("/api/user")).status).toBe(200);
    expect(await actsOn(person)).toEqual([]);
  });

  it("cannot be lowered by a superadmin for themselves", async () => {
    const other = await api.person("superadmin");
    for (const role of ["admin", "user"]) {
      const answer = await put(other, `${other.user.id}/role`, { role });
      expect([answer.status, answer.error.message]).toEqual([
        422,
        "You cannot demote yourself from superadmin.",
      ]);
    }
    expect((await put(other, `${other.user.id}/role`, { role: "superadmin" })).status).toBe(200);
    expect((await put(root, `${other.user.id}/role`, { role: "user" })).status).toBe(200);
  });

  it.each([{ role: "king" }, { role: null }, {}, { role: "user", isAdmin: true }])(
    "that is invalid is refused: %j",
    async (body) => {
      const person = await api.person();
      expect((await put(root, `${person.user.id}/role`, body)).status).toBe(422);
      expect(await roleOf(person)).toBe("user");
    },
  );

  it("of superadmin stays with one of two superadmins who demote each other at once", async () => {
    const [one, two] = await Promise.all([api.person("superadmin"), api.person("superadmin")]);
    await api.sql("UPDATE users SET role = 'user' WHERE role = 'superadmin' AND id < $1", [
      Math.min(one.user.id, two.user.id),
    ]);
    const [done, late] = await api.overlap(
      () => put(one, `${two.user.id}/role`, { role: "user" }),
      () => put(two, `${one.user.id}/role`, { role: "admin" }),
    );
    expect(done.status).toBe(200);
    expect([late.status, late.error.message]).toEqual([403, "You are no longer an admin."]);
    expect([await roleOf(one), await roleOf(two)]).toEqual(["superadmin", "user"]);
    await api.sql("UPDATE users SET role = 'superadmin' WHERE id = $1", [root.user.id]);
  });

  it("of the last superadmin is protected by the database", async () => {
    const others = "role = 'superadmin' AND id <> $1";
    await api.sql(`UPDATE users SET role = 'user' WHERE ${others}`, [root.user.id]);
    await expect(
      api.sql("UPDATE users SET role = 'admin' WHERE id = $1", [root.user.id]),
    ).rejects.toThrow("the last superadmin stays");
    await expect(api.sql("DELETE FROM users WHERE id = $1", [root.user.id])).rejects.toThrow(
      "the last superadmin stays",
    );
  });
});

describe("ending a user's sessions", () => {
  const endSessions = (by: TestUser, { user }: TestUser) =>
    by.client.post(`/api/admin/users/${user.id}/end-sessions`);
  const epochOf = async ({ user }: TestUser) =>
    (
      await api.sql<{ epoch: number }>("SELECT session_epoch AS epoch FROM users WHERE id = $1", [
        user.id,
      ])
    )[0]?.epoch;

  it("ends all of them, is audited, and allows the user to sign in again", async () => {
    const [person, bystander] = await Promise.all([api.person(), api.person()]);
    const { username } = person.user;
    const again = api.visitor();
    await again.post("/api/login", { username, password: TEST_PASSWORD });
    await api.sql(
      "INSERT INTO second_steps (digest, user_id, session_epoch, expires_at) VALUES ('waiting', $1, 0, now() + interval '5 minutes')",
      [person.user.id],
    );
    const epoch = await epochOf(person);
    expect((await endSessions(admin, person)).status).toBe(204);
    expect((await person.client.get("/api/user")).status).toBe(401);
    expect((await again.get("/api/user")).status).toBe(401);
    expect((await bystander.client.get("/api/user")).status).toBe(200);
    expect(await api.sql("SELECT FROM second_steps WHERE user_id = $1", [person.user.id])).toEqual(
      [],
    );
    // A new session epoch also invalidates a session that a concurrent request is creating.
    expect(await epochOf(person)).toBe(Number(epoch) + 1);
    expect(await actsOn(person)).toEqual([
      { actor_id: admin.user.id, act: "end_sessions", before: null, after: null },
    ]);
    expect((await again.post("/api/login", { username, password: TEST_PASSWORD })).status).toBe(
      200,
    );
  });

  it("is refused to an admin for superadmins, other admins and themselves", async () => {
    const other = await api.person("admin");
    for (const person of [root, other, admin]) {
      const answer = await endSessions(admin, person);
      expect([answer.status, answer.error.message]).toEqual([
        403,
        "Only superadmins can sign out admins.",
      ]);
      expect((await person.client.get("/api/user")).status).toBe(200);
    }
    expect(await actsOn(other)).toEqual([]);
    expect((await endSessions(root, other)).status).toBe(204);
    expect((await other.client.get("/api/user")).status).toBe(401);
  });
});

describe("credits", () => {
  it("require a recent identity confirmation, so that an unattended admin browser cannot set them", async () => {
    const [person, other] = await Promise.all([api.person(), api.person("admin")]);
    await expireIdentityConfirmation(api, other.user);
    const set = () => patch(other, person, { credits: 7 });
    const prove = (password: string) => other.client.post("/api/account/identity", { password });
    expect([(await set()).status, (await set()).error.code]).toEqual([403, "confirm_identity"]);
    expect((await prove("a guess")).error.fields).toEqual({
      password: "Wrong password.",
    });
    expect((await set()).error.code).toBe("confirm_identity");
    expect([await creditsOf(person), await actsOn(person)]).toEqual([1, []]);
    expect((await prove(TEST_PASSWORD)).status).toBe(204);
    expect((await set()).as(User).credits).toBe(7);
  });

  it("are set through the ledger, and the audit log has the admin, the old and the new number", async () => {
    const person = await api.person();
    const answer = await patch(admin, person, { credits: 7 });
    expect([answer.status, answer.as(User).credits]).toEqual([200, 7]);
    const [{ id } = { id: 0 }] = await api.sql<{ id: number }>(
      "SELECT id FROM audit_log WHERE subject_id = $1",
      [person.user.id],
    );
    expect(
      await api.sql(
        "SELECT delta, reference FROM credit_ledger WHERE user_id = $1 AND reason = $2",
        [person.user.id, "admin"],
      ),
    ).toEqual([{ delta: 6, reference: `audit ${id}: user ${admin.user.id} set 1 to 7` }]);
    expect(await actsOn(person)).toEqual([
      {
        actor_id: admin.user.id,
        act: "set_credits",
        before: { credits: 1 },
        after: { credits: 7 },
      },
    ]);
  });

  it("that equal the balance change nothing", async () => {
    const person = await api.person();
    expect((await patch(admin, person, { credits: 1, expected: 1 })).status).toBe(200);
    expect(await actsOn(person)).toEqual([]);
  });

  it.each([
    [{ credits: -1 }, "Credits must be a positive number."],
    [{ credits: 1.5 }, "Credits must be a positive number."],
    [{ credits: "7" }, "Credits must be a positive number."],
    [{}, "Credits must be a positive number."],
    [{ credits: 1_000_001 }, "Credits must be at most 1,000,000."],
    [{ credits: 2, reason: "gift" }, "Unknown field: reason"],
  ])("that break a rule are refused without any change: %j", async (body, message) => {
    const person = await api.person();
    for (const answer of [
      await patch(admin, person, body),
      await put(root, `${person.user.id}/credits`, body),
    ])
      expect([answer.status, answer.error.message]).toEqual([422, message]);
    expect([await creditsOf(person), await actsOn(person)]).toEqual([1, []]);
  });

  it("set by two admins at once: the second gets a conflict with the current balance", async () => {
    const person = await api.person();
    const [done, lost] = await api.overlap(
      () => patch(admin, person, { credits: 5, expected: 1 }),
      () => put(root, `${person.user.id}/credits`, { credits: 9, expected: 1 }),
    );
    expect([done.status, lost.status, await creditsOf(person)]).toEqual([200, 409, 5]);
    expect(lost.error).toEqual({
      code: "conflict",
      message: "The balance has changed to 5 in the meantime.",
      fields: { expected: "The balance has changed to 5 in the meantime." },
    });
    expect(await actsOn(person)).toHaveLength(1);
  });

  it("match the ledger after many concurrent edits", async () => {
    const person = await api.person();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => patch(i % 2 ? admin : root, person, { credits: i })),
    );
    const [{ sum } = { sum: 0 }] = await api.sql<{ sum: number }>(
      "SELECT sum(delta)::int AS sum FROM credit_ledger WHERE user_id = $1",
      [person.user.id],
    );
    expect(sum).toBe(await creditsOf(person));
  });

  it("of admins can be set by superadmins only, including an admin's own", async () => {
    const other = await api.person("admin");
    for (const target of [other, admin, root])
      expect((await patch(admin, target, { credits: 99 })).status).toBe(403);
    for (const target of [other, root])
      expect((await patch(root, target, { credits: 3 })).status).toBe(200);
  });
});

describe("deleting a user", () => {
  it("deletes debates, votes and sessions, and keeps anonymous payments", async () => {
    const [person, owner] = await Promise.all([api.person(), api.person()]);
    const ownDebate = await createPaidDebate(api, person);
    const otherDebate = await createPaidDebate(api, owner, { maxTurns: 2 });
    await insertFinishedTurns(api, otherDebate, 2);
    await person.client.post(`/api/debates/${otherDebate.id}/vote`, { winner: "bot_a" });
    await person.client.post(`/api/debates/${otherDebate.id}/reaction`, { type: "up" });
    expect((await admin.client.delete(`/api/admin/users/${person.user.id}`)).status).toBe(204);
    expect((await person.client.get("/api/user")).status).toBe(401);
    expect(
      await api.sql("SELECT FROM sessions WHERE sess ->> 'userId' = $1", [String(person.user.id)]),
    ).toEqual([]);
    expect((await owner.client.get(`/api/debates/${ownDebate.id}`)).status).toBe(404);
    expect(
      await api.sql("SELECT upvotes, winner_votes FROM debates WHERE id = $1", [otherDebate.id]),
    ).toEqual([{ upvotes: 0, winner_votes: 0 }]);
    expect(
      await api.sql("SELECT user_id FROM credit_ledger WHERE reference = $1", [
        `${ownDebate.id}:1`,
      ]),
    ).toEqual([{ user_id: null }]);
    expect(await actsOn(person)).toEqual([
      {
        actor_id: admin.user.id,
        act: "delete_user",
        before: { role: "user", credits: 1, debates: 1 },
        after: null,
      },
    ]);
  });

  const countsOf = async ({ id }: Debate) =>
    (
      await api.sql<{ votes: number; upvotes: number }>(
        "SELECT winner_votes AS votes, upvotes FROM debates WHERE id = $1",
        [id],
      )
    )[0];
  const vote = ({ client }: TestUser, { id }: Debate) =>
    client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });
  const thumbUp = ({ client }: TestUser, { id }: Debate) =>
    client.post(`/api/debates/${id}/reaction`, { type: "up" });
  const deleted = ({ user }: TestUser) => admin.client.delete(`/api/admin/users/${user.id}`);
  const completed = async (owner: TestUser) => {
    const debate = await createPaidDebate(api, owner, { maxTurns: 2 });
    await insertFinishedTurns(api, debate, 2);
    return debate;
  };

  it("keeps the votes of others and loses no concurrent vote", async () => {
    const [person, owner, voter] = await Promise.all([api.person(), api.person(), api.person()]);
    const [voted, liked] = [await completed(owner), await completed(owner)];
    await vote(person, voted);
    await thumbUp(person, liked);
    for (const debate of [voted, liked]) await thumbUp(voter, debate);
    const answers = await api.overlap(
      () => vote(voter, voted),
      () => deleted(person),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
    expect(await countsOf(voted)).toEqual({ votes: 1, upvotes: 1 });
    expect(await countsOf(liked)).toEqual({ votes: 0, upvotes: 1 });
  });

  it("by its owner in two tabs at once succeeds in one and signs out the other", async () => {
    const { client } = await api.person();
    const leave = () => client.post("/api/account/delete", { password: TEST_PASSWORD });
    const [first, second] = await api.overlap(leave, leave);
    expect([first.status, second.status, second.error.message]).toEqual([
      204,
      401,
      "Please sign in first.",
    ]);
  });

  it("waits for a running vote of the user and deletes it", async () => {
    const [person, owner] = await Promise.all([api.person(), api.person()]);
    const debate = await completed(owner);
    await thumbUp(person, debate);
    const answers = await api.overlap(
      () => vote(person, debate),
      () => deleted(person),
      /INSERT INTO votes/,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
    expect(await countsOf(debate)).toEqual({ votes: 0, upvotes: 0 });
  });

  it("deletes votes that the user cast while it was starting", async () => {
    const [person, owner] = await Promise.all([api.person(), api.person()]);
    const [voted, liked] = [await completed(owner), await completed(owner)];
    const locking = api.wire.hold(/FROM users WHERE id = ANY/, { at: "request" });
    const deleting = deleted(person);
    await locking.reached;
    await vote(person, voted);
    await thumbUp(person, liked);
    await createPaidDebate(api, person);
    locking.release();
    expect((await deleting).status).toBe(204);
    expect(await countsOf(voted)).toEqual({ votes: 0, upvotes: 0 });
    expect(await countsOf(liked)).toEqual({ votes: 0, upvotes: 0 });
    expect(await actsOn(person)).toMatchObject([{ before: { debates: 1 } }]);
  });

  it("does not miscount votes when another user is deleted at the same time", async () => {
    const [one, other, owner] = await Promise.all([api.person(), api.person(), api.person()]);
    const debate = await completed(owner);
    for (const person of [one, other]) await vote(person, debate);
    const answers = await api.overlap(
      () => deleted(one),
      () => root.client.delete(`/api/admin/users/${other.user.id}`),
      /UPDATE "debates"/,
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await countsOf(debate)).toEqual({ votes: 0, upvotes: 0 });
  });

  it("twice answers 404 the second time, like every other action on them", async () => {
    const person = await api.person();
    const path = `/api/admin/users/${person.user.id}`;
    const answers = await api.overlap(
      () => admin.client.delete(path),
      () => root.client.delete(path),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    for (const answer of [
      await patch(admin, person, { credits: 3 }),
      await put(root, `${person.user.id}/role`, { role: "admin" }),
    ])
      expect([answer.status, answer.error.message]).toEqual([404, "User not found"]);
    expect(await actsOn(person)).toHaveLength(1);
  });

  it("twice by themselves answers 401 the second time", async () => {
    const { client } = await api.person();
    const leave = () => client.post("/api/account/delete", { password: TEST_PASSWORD });
    const answers = await api.overlap(leave, leave);
    expect(answers.map(({ status }) => status)).toEqual([204, 401]);
  });

  it("is refused to everyone for admins, including themselves", async () => {
    const other = await api.person("admin");
    for (const [by, target] of [
      [admin, other],
      [admin, admin],
      [admin, root],
      [root, other],
      [root, root],
    ] as const)
      expect((await by.client.delete(`/api/admin/users/${target.user.id}`)).status).toBe(403);
  });

  it.each(["0", "-1", "abc", "2147483648"])("requires an id, which %s is not", async (id) => {
    expect((await admin.client.delete(`/api/admin/users/${id}`)).status).toBe(400);
  });
});

it("a superadmin who is made an admin meanwhile keeps only the rights of admins", async () => {
  const [leaving, other] = await Promise.all([api.person("superadmin"), api.person("admin")]);
  const [demoted, edited] = await api.overlap(
    () => put(root, `${leaving.user.id}/role`, { role: "admin" }),
    () => put(leaving, `${other.user.id}/credits`, { credits: 50 }),
  );
  expect(demoted.status).toBe(200);
  expect([edited.status, edited.error.message]).toEqual([
    403,
    "Only superadmins can set the credits of admins.",
  ]);
  expect(await creditsOf(other)).toBe(1);
});

it("an admin's action waits for locks of the two users involved only", async () => {
  const [person, bystander] = await Promise.all([api.person(), api.person()]);
  const isThrough = await api.overtakes(
    () => bystander.client.post("/api/debates", { topic: "A bystander's" }),
    () => patch(admin, person, { credits: 5 }),
  );
  expect([isThrough, await creditsOf(person)]).toEqual([true, 5]);
});

it("an admin who is demoted meanwhile is refused every action", async () => {
  const [leaving, person] = await Promise.all([api.person("admin"), api.person()]);
  const [demoted, edited] = await api.overlap(
    () => put(root, `${leaving.user.id}/role`, { role: "user" }),
    () => patch(leaving, person, { credits: 50 }),
  );
  expect(demoted.status).toBe(200);
  expect([edited.status, edited.error.message]).toEqual([403, "You are no longer an admin."]);
  expect(await creditsOf(person)).toBe(1);
  expect((await patch(leaving, person, { credits: 60 })).status).toBe(401);
});
