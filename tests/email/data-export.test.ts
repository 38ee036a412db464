import { z } from "zod";
import { Account } from "#shared/contract/accounts/account.ts";
import { TEST_PASSWORD } from "../helpers/api-client.ts";
import { insertFinishedTurns, createPaidDebate, type TestUser } from "../api/test-api.ts";
import { waitUntil } from "../harness.ts";
import { type EmailHarness, startEmailHarness } from "./email-harness.ts";

let harness: EmailHarness;
beforeAll(async () => {
  harness = await startEmailHarness();
});
afterAll(() => harness.close());

const stateOf = async ({ client }: TestUser) =>
  (await client.get("/api/account")).as(Account).export;
const exported = async (person: TestUser) => {
  expect((await person.client.post("/api/account/export")).status).toBe(204);
  await waitUntil(async () => (await stateOf(person)).status === "ready");
};
const file = ({ client }: TestUser, name: string) => client.get(`/api/account/export/${name}`);
const leave = ({ client }: TestUser, password = TEST_PASSWORD) =>
  client.post("/api/account/delete", { password });

/** A user with rows of every kind. */
const busy = async (): Promise<TestUser> => {
  const [person, other] = [await harness.api.person(), await harness.api.person("admin")];
  const { client, user } = person;
  const unwanted = await createPaidDebate(harness.api, person);
  await other.client.delete(`/api/debates/${unwanted.id}`);
  const mine = await createPaidDebate(harness.api, person, {
    topic: `Whether *${user.username}* is patient`,
    maxTurns: 2,
  });
  await insertFinishedTurns(harness.api, mine, 2);
  const theirs = await createPaidDebate(harness.api, other, { maxTurns: 2 });
  await insertFinishedTurns(harness.api, theirs, 2);
  await client.post(`/api/debates/${theirs.id}/vote`, { winner: "bot_b" });
  await client.post(`/api/debates/${theirs.id}/skip-vote`);
  await client.post(`/api/debates/${theirs.id}/reaction`, { type: "up" });
  await harness.api.sql(
    `INSERT INTO ballots (debate_id, user_id, is_asked, stance_before, stance_after, seen_turns, network)
     VALUES ($1, $2, true, 'undecided', 'against', '{1,2}', 'a digest of the network')`,
    [theirs.id, user.id],
  );
  await harness.api.sql(
    `INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
     SELECT id, attempt, 0, $2 FROM turns WHERE debate_id = $1 AND turn_number = 1`,
    [theirs.id, user.id],
  );
  await client.post(`/api/debates/${theirs.id}/report`, { reason: "hate", details: "Just so." });
  await harness.api.sql(
    `INSERT INTO verdict_appeals (debate_id, user_id, ground, reason, decision, decision_reason, decided_by, decided_at)
     VALUES ($1, $2, 'misquoted', $3, 'upheld', 'The quote is wrong.', $3, now())`,
    [theirs.id, user.id, user.username],
  );
  await harness.api.sql(
    `WITH debate AS (INSERT INTO debates (topic, user_id) VALUES ('A motion', $1) RETURNING id)
     INSERT INTO verdict_appeals (debate_id, user_id, ground, reason)
     SELECT id, $2, 'ignored_argument', $3 FROM debate`,
    [other.user.id, user.id, user.username],
  );
  await harness.api.sql(
    `INSERT INTO usage (kind, provider, model, requests, input_tokens, output_tokens, characters,
                        is_estimated, price, user_id, debate_id)
     VALUES ('generate-turn', 'grok', 'grok-4.3', 1, 10, 20, 0, false, 5, $1, $2)`,
    [user.id, mine.id],
  );
  await harness.api.sql(
    `INSERT INTO passkeys (user_id, credential, public_key, name) VALUES ($1, $2, 'a key', $2)`,
    [user.id, `Key of ${user.username}`],
  );
  await harness.api.sql("INSERT INTO authenticators (user_id, secret) VALUES ($1, 'begun')", [
    user.id,
  ]);
  await harness.api.sql(
    `INSERT INTO transactions (user_id, amount, credits, order_id) VALUES ($1, 599, 5, $2)`,
    [user.id, `ORDER-${user.id}`],
  );
  await harness.api.sql(
    `INSERT INTO audit_log (actor_id, actor_name, act, subject_kind, subject_id, subject_name, after)
     VALUES ($1, 'root', 'set_credits', 'user', $2, $3, '{"credits": 9}'),
            ($2, $3, 'delete_debate', 'debate', $2, 'A motion', NULL)`,
    [other.user.id, user.id, user.username],
  );
  await harness.api.sql(
    `INSERT INTO reviews (debate_id, decision, decided_by, decided_at) VALUES ($1, 'keep', $2, now())
     ON CONFLICT (debate_id) WHERE turn_id IS NULL
     DO UPDATE SET decision = 'keep', decided_by = $2, decided_at = now()`,
    [theirs.id, user.username],
  );
  return person;
};

const List = z.array(z.looseObject({}));
const Facts = z.strictObject({
  exportedAt: z.string(),
  account: z.looseObject({}),
  credits: List,
  purchases: List,
  debates: List,
  votes: List,
  skippedVotes: List,
  ballots: List,
  reactions: List,
  sentenceReactions: List,
  reports: List,
  appeals: List,
  usage: List,
  whatAdminsDid: List,
  passkeys: List,
  authenticatorApps: List,
  securityEvents: List,
  sessions: List,
});

describe("a data export", () => {
  it("has two files: all data about the user, and the texts of their debates", async () => {
    const person = await busy();
    const { id, username, email } = person.user;
    await exported(person);
    const json = await file(person, "data.json");
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(json.headers.get("content-disposition")).toContain("my-data.json");
    const facts = json.as(Facts);
    expect(facts).toMatchObject({
      account: { id, username, email, role: "user" },
      debates: [{ topic: `Whether *${username}* is patient` }],
      purchases: [{ credits: 5, amount: 599, orderId: `ORDER-${id}` }],
      votes: [{ winner: "bot_b" }],
      skippedVotes: [{ debateId: expect.any(Number), isUndecided: false }],
      ballots: [
        { isAsked: true, stanceBefore: "undecided", stanceAfter: "against", seenTurns: [1, 2] },
      ],
      reactions: [{ type: "up" }],
      sentenceReactions: [{ sentence: 0 }],
      reports: [{ reason: "hate", details: "Just so." }],
      appeals: [
        { ground: "misquoted", reason: username, decision: "upheld" },
        { ground: "ignored_argument", reason: username, decision: null },
      ],
      usage: [{ kind: "generate-turn", inputTokens: 10 }],
      whatAdminsDid: [{ act: "set_credits", after: { credits: 9 } }],
      passkeys: [{ name: `Key of ${username}`, usedAt: null }],
      securityEvents: expect.arrayContaining([
        expect.objectContaining({ event: "signed_in" }),
      ]) as object[],
      sessions: [{ device: "Another device" }],
      authenticatorApps: [],
    });
    expect(facts.credits.length).toBeGreaterThan(1);
    expect(json.text).not.toMatch(/argon2|sid|root|digest of the network/);
    const markdown = await file(person, "debates.md");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.text).toContain(`# Whether \\*${username}\\* is patient\n`);
    expect(markdown.text).toContain("## 2. Against, ChatGPT (rebuttal)");
    expect(markdown.text).toContain("Speech 2");
  });

  it("contains every debate in order", async () => {
    const person = await harness.api.person();
    for (const topic of ["Whether one", "Whether two", "Whether three"])
      await createPaidDebate(harness.api, person, { topic });
    await exported(person);
    const { text } = await file(person, "debates.md");
    expect(text.match(/^# .*/gm)).toEqual(["# Whether one", "# Whether two", "# Whether three"]);
  });

  it("leaves out results that are sealed for the user", async () => {
    const person = await harness.api.person();
    const { id } = await createPaidDebate(harness.api, person, { maxTurns: 4 });
    await insertFinishedTurns(harness.api, { id }, 4);
    await harness.api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [id]);
    await exported(person);
    const facts = (await file(person, "data.json")).as(Facts);
    expect(facts.debates).toMatchObject([{ id, scores: null }]);
    const { text } = await file(person, "debates.md");
    expect(text.match(/Score 7|Sealed until you vote/g)).toEqual([
      "Score 7",
      "Score 7",
      "Sealed until you vote",
      "Sealed until you vote",
    ]);
    expect(text).not.toContain("Even.");
    await harness.api.sql("DELETE FROM exports WHERE user_id = $1", [person.user.id]);
    await person.client.post(`/api/debates/${id}/skip-vote`);
    await exported(person);
    expect((await file(person, "debates.md")).text).toContain("Even.");
  });

  it("is available to its owner only, for a day", async () => {
    const [person, other] = [await harness.api.person(), await harness.api.person()];
    await exported(person);
    expect((await file(other, "data.json")).status).toBe(404);
    expect((await harness.api.visitor().get("/api/account/export/data.json")).status).toBe(401);
    const { expiresAt } = await stateOf(person);
    const hours = (Date.parse(expiresAt ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    await harness.api.sql("UPDATE exports SET expires_at = now() WHERE user_id = $1", [
      person.user.id,
    ]);
    expect((await file(person, "data.json")).status).toBe(404);
    expect((await file(person, "debates.md")).status).toBe(404);
    expect((await stateOf(person)).status).toBe("none");
  });

  it("is not available if it failed", async () => {
    const person = await harness.api.person();
    await harness.api.sql(
      `INSERT INTO exports (user_id, status, expires_at) VALUES ($1, 'failed', now() + interval '1 day')`,
      [person.user.id],
    );
    for (const name of ["data.json", "debates.md"])
      expect((await file(person, name)).status).toBe(404);
  });

  it("is not repeated within minutes, but is possible again later", async () => {
    const person = await harness.api.person();
    await exported(person);
    const asked = async () =>
      (
        await harness.api.sql("SELECT asked_at FROM exports WHERE user_id = $1", [person.user.id])
      )[0];
    const first = await asked();
    await exported(person);
    expect(await asked()).toEqual(first);
    await harness.api.sql(
      "UPDATE exports SET asked_at = now() - interval '11 minutes' WHERE user_id = $1",
      [person.user.id],
    );
    const second = await asked();
    await exported(person);
    expect(await asked()).not.toEqual(second);
  });

  it("can be repeated at once after a failure, but not while it is running", async () => {
    const person = await harness.api.person();
    const set = (status: string) =>
      harness.api.sql(
        `INSERT INTO exports (user_id, status, asked_at, run_at)
         VALUES ($1, $2, now() - interval '11 minutes', now() + interval '1 hour')
         ON CONFLICT (user_id) DO UPDATE SET status = $2, asked_at = excluded.asked_at,
                                             run_at = excluded.run_at`,
        [person.user.id, status],
      );
    await set("pending");
    expect((await stateOf(person)).status).toBe("pending");
    expect((await person.client.post("/api/account/export")).status).toBe(204);
    const isDue = "SELECT FROM exports WHERE user_id = $1 AND run_at <= now()";
    expect(await harness.api.sql(isDue, [person.user.id])).toEqual([]);
    await set("failed");
    await harness.api.sql("UPDATE exports SET asked_at = now() WHERE user_id = $1", [
      person.user.id,
    ]);
    await exported(person);
  });

  it("is made however many attempts it had before", async () => {
    const person = await harness.api.person();
    await harness.api.sql(
      "INSERT INTO exports (user_id, status, attempt) VALUES ($1, 'failed', 24)",
      [person.user.id],
    );
    await person.client.post("/api/account/export");
    const ended = await waitUntil(async () => {
      const { status } = await stateOf(person);
      return status !== "pending" && status;
    });
    expect(ended).toBe("ready");
  });

  it("triggers an email to a confirmed address", async () => {
    const [person, unknown] = [await harness.api.person(), await harness.api.person()];
    await harness.api.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [
      person.user.id,
    ]);
    await exported(unknown);
    await exported(person);
    await harness.mailTo(person.user.email, /is ready$/);
    await harness.settled();
    for (const subject of harness.subjectsTo(unknown.user.email))
      expect(subject).toMatch(/^Verify/);
    const told =
      "SELECT user_id AS id FROM emails WHERE kind = 'export_ready' AND user_id = ANY($1)";
    expect(await harness.api.sql(told, [[person.user.id, unknown.user.id]])).toEqual([
      { id: person.user.id },
    ]);
  });
});

describe("an account that its owner deletes", () => {
  it("is deleted with all personal data, and anonymous records remain", async () => {
    const person = await busy();
    const { id, username, email } = person.user;
    await exported(person);
    await harness.settled();
    expect((await leave(person)).status).toBe(204);
    expect((await person.client.get("/api/user")).status).toBe(401);
    expect(person.client.cookie).toMatch(/^device=[\w-]+$/);
    // When the user's last page is closed, a row of `connected_users` is written once more.
    const isNoted = "SELECT FROM connected_users WHERE $1 = ANY (user_ids)";
    await waitUntil(async () => (await harness.api.sql(isNoted, [id])).length === 0);
    const tables = await harness.api.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const rows = JSON.stringify(await harness.api.sql(`SELECT * FROM ${name}`));
      for (const word of [username, email])
        expect([name, word, rows.includes(word)]).toEqual([name, word, false]);
    }
    // The user's id must be gone, too, from every column that holds ids of users.
    const numbered = await harness.api.sql<{ name: string; column: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name, quote_ident(column_name) AS column
         FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ '(^|_)(user_ids?|actor_id|by)$'`,
    );
    expect(numbered.length).toBeGreaterThan(15);
    for (const { name, column } of numbered) {
      const holds = `SELECT FROM ${name} WHERE $1 = ANY (string_to_array(btrim(${column}::text, '{}'), ','))`;
      const found = await harness.api.sql(holds, [String(id)]);
      expect([name, column, found.length]).toEqual([name, column, 0]);
    }
    expect(
      await harness.api.sql("SELECT FROM sessions WHERE sess ->> 'userId' = $1", [String(id)]),
    ).toEqual([]);
    const detached = async (from: string) => (await harness.api.sql(`SELECT FROM ${from}`)).length;
    expect(await detached("usage WHERE user_id IS NULL AND input_tokens = 10")).toBeGreaterThan(0);
    expect(await detached("reports WHERE user_id IS NULL AND details = 'Just so.'")).toBe(1);
    // Only the public part of the decided appeal stays.
    expect(
      await detached(
        `verdict_appeals WHERE user_id IS NULL AND reason = '' AND decision = 'upheld'
            AND decided_by = '(deleted)'`,
      ),
    ).toBe(1);
    expect(await detached("verdict_appeals WHERE user_id IS NULL AND decision IS NULL")).toBe(0);
    expect(await detached(`transactions WHERE user_id IS NULL AND order_id = 'ORDER-${id}'`)).toBe(
      1,
    );
    expect(
      await detached(`audit_log WHERE subject_id = ${id} AND subject_name = '(deleted)'`),
    ).toBe(1);
    // The audit entry about a debate with the same id as the user keeps the debate's name.
    expect(
      await detached(
        `audit_log WHERE actor_id IS NULL AND actor_name = '(deleted)' AND subject_id = ${id}
            AND subject_name = 'A motion'`,
      ),
    ).toBe(1);
    expect(await detached(`credit_ledger WHERE user_id = ${id}`)).toBe(0);
  });

  it("is not deleted without the password, and admins cannot delete theirs", async () => {
    const [person, admin] = [await harness.api.person(), await harness.api.person("admin")];
    const wrong = await leave(person, "not this one");
    expect([wrong.status, wrong.error.fields]).toEqual([422, { password: "Wrong password." }]);
    const refused = await leave(admin);
    expect([refused.status, refused.error.message]).toEqual([
      403,
      "Admin accounts can't be deleted. Remove the role first.",
    ]);
    for (const { client } of [person, admin])
      expect((await client.get("/api/user")).status).toBe(200);
  });

  it("is not deleted for a user who becomes an admin meanwhile", async () => {
    const [person, root] = [await harness.api.person(), await harness.api.person("superadmin")];
    const path = `/api/superadmin/users/${person.user.id}/role`;
    const promote = () => root.client.request("PUT", path, { body: { role: "admin" } });
    const [promoted, left] = await harness.api.overlap(promote, () => leave(person));
    expect([promoted.status, left.status]).toEqual([200, 403]);
    const role = "SELECT role FROM users WHERE id = $1";
    expect(await harness.api.sql(role, [person.user.id])).toEqual([{ role: "admin" }]);
  });

  it("leaves audit entries of others unchanged", async () => {
    const [entry] = await harness.api.sql<{ id: number }>(
      `INSERT INTO audit_log (actor_name, act, subject_kind, subject_id, subject_name)
       VALUES ('root', 'delete_debate', 'debate', 1, 'A motion') RETURNING id`,
    );
    for (const change of [
      "actor_name = 'somebody else'",
      "subject_name = '(deleted)', act = 'keep'",
      "subject_name = '(deleted)', actor_name = 'somebody else'",
      "subject_name = '(deleted)', subject_id = 2",
    ])
      await expect(
        harness.api.sql(`UPDATE audit_log SET ${change} WHERE id = $1`, [entry?.id]),
      ).rejects.toThrow("append-only");
  });
});
