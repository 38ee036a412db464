import { COMMAND, createDataSource } from "#infra/db/data-source.ts";
import { select } from "#infra/db/sql.ts";
import { addSamples } from "#infra/local/samples/add-samples.ts";
import { SAMPLE_DEBATES } from "#infra/local/samples/sample-debates.ts";
import { readRoleOrder, setRole } from "#infra/local/commands/set-role.ts";
import { FORMATS } from "#shared/domain/debate.ts";
import { literalQuotes } from "#shared/domain/score.ts";
import { type DatabaseWire, layDatabaseWire } from "../database-wire.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";
import { overlapOn } from "../overlap.ts";

let database: TestDatabase;
/** Another way to it. */
let wire: DatabaseWire;
beforeEach(async () => {
  database = await freshDatabase();
  wire = await layDatabaseWire(database.url);
});
afterEach(async () => {
  await wire.cut();
  await database.drop();
});

const rows = async <Row>(statement: string): Promise<Row[]> => {
  const db = await createDataSource(database.url, COMMAND).initialize();
  return select<Row>(db, statement).finally(() => db.destroy());
};

describe("the sample debates", () => {
  it("are finished, judged debates of every format", async () => {
    expect(await addSamples(database.url)).toBe(SAMPLE_DEBATES.length);
    const debates = await rows<{ format: string; scores: object; status: string }>(
      "SELECT format, scores, status FROM debates",
    );
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
    expect(turns).toHaveLength(SAMPLE_DEBATES.reduce((sum, { maxTurns }) => sum + maxTurns, 0));
    for (const { content, quotes } of turns)
      expect(literalQuotes(quotes, content)).toHaveLength(quotes.length);
  });

  it("are added once", async () => {
    const add = () => addSamples(wire.url);
    expect(await overlapOn(wire, rows)(add, add)).toEqual([SAMPLE_DEBATES.length, 0]);
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

  it("belong to an account that nobody can sign in to", async () => {
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
    const said = await setRole(services(), ["ada", "superadmin"]);
    expect(said).toBe("Ada is superadmin now, and has to sign in again.");
    expect(await rows("SELECT role, is_admin FROM users")).toEqual([
      { role: "superadmin", is_admin: true },
    ]);
    expect(await rows("SELECT sid FROM sessions")).toEqual([]);
  });

  it("is in the audit log, as done at the command line", async () => {
    await addUser();
    await setRole(services(), ["ada", "admin"]);
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

  it("leaves the last superadmin", async () => {
    await addUser();
    await setRole(services(), ["ada", "superadmin"]);
    await expect(setRole(services(), ["ada", "user"])).rejects.toThrow(
      "The last superadmin cannot be demoted.",
    );
  });

  it("leaves one of two superadmins who are demoted at once", async () => {
    await rows(
      `INSERT INTO users (username, email, password, role)
       VALUES ('Ada', 'ada@example.com', '!', 'superadmin'), ('Bob', 'bob@example.com', '!', 'superadmin')`,
    );
    const demote = (name: string) => () =>
      setRole({ databaseUrl: wire.url, redisUrl: undefined }, [name, "user"]).catch(String);
    expect(await overlapOn(wire, rows)(demote("ada"), demote("bob"))).toEqual([
      "Ada is user now, and has to sign in again.",
      "DomainError: The last superadmin cannot be demoted.",
    ]);
    expect(await rows("SELECT username FROM users WHERE role = 'superadmin'")).toEqual([
      { username: "Bob" },
    ]);
  });

  it("changes nothing for a role the user has", async () => {
    await addUser();
    expect(await setRole(services(), ["Ada", "user"])).toBe("Ada is user already.");
  });

  it("knows no user who is not there", async () => {
    await expect(setRole(services(), ["bob", "admin"])).rejects.toThrow("There is no user bob.");
  });

  it("says how it is used", () => {
    expect(readRoleOrder(["ada", "admin"])).toEqual(["ada", "admin"]);
    for (const args of [[], ["ada"], ["ada", "king"], ["ada", "admin", "now"]])
      expect(() => readRoleOrder(args)).toThrow(/^Usage: npm run user:promote/);
  });
});
