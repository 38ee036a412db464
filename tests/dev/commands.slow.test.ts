import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { selectRows } from "#infra/db/sql.ts";
import { addSamples } from "#infra/dev/samples/add-samples.ts";
import { SAMPLE_DEBATES } from "#infra/dev/samples/sample-debates.ts";
import { removeSecondFactor } from "#infra/dev/commands/remove-second-factor.ts";
import { parseRoleArguments, setUserRole } from "#infra/dev/commands/set-role.ts";
import { DebateScores } from "#shared/contract/debates/debate.ts";
import { FORMATS } from "#shared/domain/debates/debate.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";
import { createRunOverlapping } from "../helpers/concurrent-acts.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterEach(async () => {
  await proxy.cut();
  await database.drop();
});

const rows = async <Row>(statement: string): Promise<Row[]> => {
  const db = await createDataSource(database.url, COMMAND_CONNECTIONS).initialize();
  return selectRows<Row>(db, statement).finally(() => db.destroy());
};

describe("the sample debates", () => {
  it("are finished, judged debates of every format", async () => {
    expect(await addSamples(database.url)).toBe(SAMPLE_DEBATES.length);
    const debates = await rows<{
      format: string;
      language: string;
      scores: object;
      status: string;
    }>("SELECT format, language, scores, status FROM debates");
    expect(new Set(debates.map(({ language }) => language))).toEqual(new Set(["en", "es", "ar"]));
    expect(new Set(debates.map(({ format }) => format))).toEqual(new Set(FORMATS));
    for (const debate of debates) {
      expect(debate.status).toBe("completed");
      expect(debate.scores).toEqual({
        botA: expect.any(Number),
        botB: expect.any(Number),
        reasoning: expect.any(String),
      });
    }
    const turns = await rows<{ content: string; quotes: string[]; score: number }>(
      "SELECT content, quotes, score FROM turns WHERE status = 'complete'",
    );
    expect(turns).toHaveLength(SAMPLE_DEBATES.length * 10);
    for (const { content, quotes } of turns)
      expect(findLiteralQuotes(quotes, content)).toHaveLength(quotes.length);
  });

  it("have a decision under the newest charter that a worker has stored", async () => {
    await rows("INSERT INTO charters (hash, text) SELECT repeat('0', 64), 'rules'");
    await addSamples(database.url);
    const debates = await rows<{ scores: unknown }>("SELECT scores FROM debates");
    expect(debates).toHaveLength(SAMPLE_DEBATES.length);
    for (const { scores } of debates) {
      const { botA, botB, decision } = DebateScores.parse(scores);
      expect(decision).toMatchObject({ charter: "0".repeat(64), wavered: false });
      expect(decision?.winner).toBe(getWinner({ botA, botB }));
    }
  });

  it("are added once, even by two concurrent commands", async () => {
    const add = () => addSamples(proxy.url);
    expect(await createRunOverlapping(proxy, rows)(add, add)).toEqual([SAMPLE_DEBATES.length, 0]);
    expect(await add()).toBe(0);
  });

  it("have counters that agree with their votes", async () => {
    await addSamples(database.url);
    const wrong = await rows(
      `SELECT id FROM debates d
        WHERE winner_votes <> (SELECT count(*) FROM votes WHERE debate_id = d.id)
           OR upvotes <> (SELECT count(*) FROM debate_votes WHERE debate_id = d.id AND type = 'up')
           OR downvotes <> (SELECT count(*) FROM debate_votes WHERE debate_id = d.id AND type = 'down')`,
    );
    expect(wrong).toEqual([]);
  });

  it("belong to an account without a usable password", async () => {
    await addSamples(database.url);
    const owners = await rows<{ password: string }>(
      "SELECT DISTINCT password FROM users WHERE id IN (SELECT user_id FROM debates)",
    );
    expect(owners).toEqual([{ password: "!" }]);
  });
});

describe("promoting a user", () => {
  const services = () => ({ databaseUrl: database.url, redisUrl: undefined });
  const addUser = () =>
    rows(`INSERT INTO users (username, email, password) VALUES ('Ada', 'ada@example.com', '!')`);

  it("sets the role, whatever the case of the name, and signs them out everywhere", async () => {
    await addUser();
    await rows(
      `INSERT INTO sessions (sid, sess, expire)
       SELECT 'one', jsonb_build_object('userId', id), now() + interval '1 day' FROM users`,
    );
    const message = await setUserRole(services(), ["ada", "superadmin"]);
    expect(message).toBe("Ada is now superadmin and must sign in again.");
    expect(await rows("SELECT role, is_admin FROM users")).toEqual([
      { role: "superadmin", is_admin: true },
    ]);
    expect(await rows("SELECT sid FROM sessions")).toEqual([]);
  });

  it("is in the audit log, as done at the command line", async () => {
    await addUser();
    await setUserRole(services(), ["ada", "admin"]);
    expect(await rows("SELECT actor_id, actor_name, act, before, after FROM audit_log")).toEqual([
      {
        actor_id: null,
        actor_name: "the command line",
        act: "set_role",
        before: { role: "user" },
        after: { role: "admin" },
      },
    ]);
  });

  it("never demotes the last superadmin", async () => {
    await addUser();
    await setUserRole(services(), ["ada", "superadmin"]);
    await expect(setUserRole(services(), ["ada", "user"])).rejects.toThrow(
      "The last superadmin cannot be demoted.",
    );
  });

  it("demotes only one of the last two superadmins when both are demoted at once", async () => {
    await rows(
      `INSERT INTO users (username, email, password, role)
       VALUES ('Ada', 'ada@example.com', '!', 'superadmin'), ('Bob', 'bob@example.com', '!', 'superadmin')`,
    );
    const demote = (name: string) => () =>
      setUserRole({ databaseUrl: proxy.url, redisUrl: undefined }, [name, "user"]).catch(String);
    expect(await createRunOverlapping(proxy, rows)(demote("ada"), demote("bob"))).toEqual([
      "Ada is now user and must sign in again.",
      "DomainError: The last superadmin cannot be demoted.",
    ]);
    expect(await rows("SELECT username FROM users WHERE role = 'superadmin'")).toEqual([
      { username: "Bob" },
    ]);
  });

  it("changes nothing if the user already has the role", async () => {
    await addUser();
    expect(await setUserRole(services(), ["Ada", "user"])).toBe("Ada is already user.");
  });

  it("fails for an unknown user", async () => {
    await expect(setUserRole(services(), ["bob", "admin"])).rejects.toThrow(
      "There is no user bob.",
    );
  });

  it("rejects invalid arguments with its usage", () => {
    expect(parseRoleArguments(["ada", "admin"])).toEqual(["ada", "admin"]);
    for (const args of [[], ["ada"], ["ada", "king"], ["ada", "admin", "now"]])
      expect(() => parseRoleArguments(args)).toThrow(/^Usage: npm run user:promote/);
  });
});

describe("resetting a second factor", () => {
  const reset = (name = "ada", hasMail = true) =>
    removeSecondFactor({ databaseUrl: database.url, redisUrl: undefined, hasMail }, name);
  const addUser = (name: string, method: "passkey" | "app" | "begun app" | "none") =>
    rows(
      `WITH u AS (INSERT INTO users (username, email, password, email_confirmed_at)
                  VALUES ('${name}', '${name}@example.com', '!', now()) RETURNING id),
            s AS (INSERT INTO sessions (sid, sess, expire)
                  SELECT '${name}', jsonb_build_object('userId', id), now() + interval '1 day' FROM u),
            c AS (INSERT INTO recovery_codes (digest, user_id)
                  SELECT '${name}', id FROM u WHERE '${method}' = 'app'),
            p AS (INSERT INTO passkeys (user_id, credential, public_key, name)
                  SELECT id, '${name}', '', 'Laptop' FROM u WHERE '${method}' = 'passkey')
       INSERT INTO authenticators (user_id, secret, confirmed_at)
       SELECT id, 'SECRET', CASE WHEN '${method}' = 'app' THEN now() END FROM u
        WHERE '${method}' IN ('app', 'begun app')`,
    );
  /** Returns the sign-in methods of each user except the password. */
  const methods = () =>
    rows(
      `SELECT username, session_epoch AS epoch,
              (SELECT count(*)::int FROM passkeys WHERE user_id = u.id) AS passkeys,
              (SELECT count(*)::int FROM authenticators WHERE user_id = u.id) AS apps,
              (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id) AS codes,
              (SELECT count(*)::int FROM sessions WHERE sess ->> 'userId' = u.id::text) AS sessions
         FROM users u ORDER BY id`,
    );

  it.each([
    { method: "passkey", before: { passkeys: 1, apps: 0 } },
    { method: "app", before: { passkeys: 0, apps: 1 } },
  ] as const)(
    "removes the $method of one account, ends its sessions, and is in the audit log",
    async ({ method, before }) => {
      await addUser("Ada", method);
      await addUser("Bob", "app");
      expect(await reset()).toBe("Ada must sign in again, with the password only.");
      expect(await methods()).toEqual([
        { username: "Ada", epoch: 1, passkeys: 0, apps: 0, codes: 0, sessions: 0 },
        { username: "Bob", epoch: 0, passkeys: 0, apps: 1, codes: 1, sessions: 1 },
      ]);
      expect(await rows("SELECT actor_name, act, subject_name, before FROM audit_log")).toEqual([
        {
          actor_name: "the command line",
          act: "reset_second_factor",
          subject_name: "Ada",
          before,
        },
      ]);
    },
  );

  it("sends an email if mail is configured and the address is confirmed", async () => {
    for (const name of ["Ada", "Bob", "Cleo"]) await addUser(name, "app");
    await rows("UPDATE users SET email_confirmed_at = NULL WHERE username = 'Bob'");
    await reset("ada");
    await reset("bob");
    await reset("cleo", false);
    expect(await rows("SELECT kind, email, status FROM emails")).toEqual([
      { kind: "sign_in_method_removed", email: "Ada@example.com", status: "pending" },
    ]);
  });

  it.each(["none", "begun app"] as const)("changes nothing for a user with %s", async (method) => {
    await addUser("Ada", method);
    const before = await methods();
    await expect(reset()).rejects.toThrow("Ada has no second factor.");
    expect(await methods()).toEqual(before);
  });

  it("fails for an unknown user", async () => {
    await expect(reset("bob")).rejects.toThrow("There is no user bob.");
  });
});
