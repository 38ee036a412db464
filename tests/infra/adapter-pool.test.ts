import { type Ear, openEar, openMouth } from "#infra/backend/adapter-pool.ts";
import { createPool } from "#infra/db/pool.ts";
import { type DatabaseWire, layDatabaseWire } from "../database-wire.ts";
import { freshDatabase, type TestDatabase, testLogger, until } from "../harness.ts";

describe("speaking and listening over PostgreSQL", () => {
  let database: TestDatabase;
  let wire: DatabaseWire;
  let ear: Ear;
  let timesHearing = 0;
  const heard: string[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    wire = await layDatabaseWire(database.url);
    ear = openEar(database.url, () => (timesHearing += 1), testLogger);
    ear.client.on("notification", ({ payload }: { payload: string }) => heard.push(payload));
    await ear.client.query("LISTEN news");
    await until(() => ear.isHearing());
  });
  afterAll(async () => {
    ear.client.release();
    await wire.cut();
    await database.drop();
  });

  it("says all of it, in its order, when the connection is back", async () => {
    const pool = createPool({ connectionString: wire.url, max: 1 }, testLogger);
    const { say } = openMouth(pool);
    const notify = (what: string) => say("SELECT pg_notify('news', $1)", [what]);
    await notify("before");
    await wire.cut();
    const said = ["one", "two", "three"].map(notify);
    await wire.mend();
    await Promise.all(said);
    await until(() => heard.length === 4);
    expect(heard).toEqual(["before", "one", "two", "three"]);
    await pool.end();
  });

  it("gives up what the database refuses, and goes on", async () => {
    const pool = createPool({ connectionString: database.url, max: 1 }, testLogger);
    const { say } = openMouth(pool);
    const refused = say("SELECT no_such_thing()");
    await Promise.all([expect(refused).rejects.toThrow("does not exist"), say("SELECT 1")]);
    await pool.end();
  });

  it("hears again at once after a cut, and says that it has missed something", async () => {
    const before = timesHearing;
    await database.terminateConnections();
    await until(() => timesHearing > before && ear.isHearing());
  });
});
