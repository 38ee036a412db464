import {
  type PostgresSubscriber,
  openPostgresSubscriber,
} from "#infra/backend/postgres-subscriber.ts";
import { openPostgresPublisher } from "#infra/backend/postgres-publisher.ts";
import { createPool } from "#infra/db/connection/warm-pool.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, testLogger, waitUntil } from "../harness.ts";

describe("publishing and listening over PostgreSQL", () => {
  let database: TestDatabase;
  let wire: DatabaseProxy;
  let listener: PostgresSubscriber;
  let timesHearing = 0;
  const received: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await startDatabaseProxy(database.url);
    listener = openPostgresSubscriber(database.url, () => (timesHearing += 1), testLogger);
    listener.client.on("notification", ({ payload }: { payload: string }) =>
      received.push(payload),
    );
    await listener.client.query("LISTEN news");
    await waitUntil(() => listener.isListening());
  });
  afterAll(async () => {
    listener.client.release();
    await wire.cut();
    await database.drop();
  });

  /** Opens a publisher whose pool records its queries. */
  const publish = (url = database.url) => {
    const pool = createPool({ connectionString: url, max: 1 }, testLogger);
    const asked: string[] = [];
    const ask = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<unknown>;
    const counting = Object.assign(pool, {
      query: (text: string, values?: unknown[]) => (asked.push(text), ask(text, values)),
    });
    const { query, finish } = openPostgresPublisher(counting);
    const notify = (message: string) => query("SELECT pg_notify($1, $2)", ["news", message]);
    return { pool, asked, query, notify, finish };
  };
  const heardAll = async (count: number) => {
    await waitUntil(() => received.length >= count);
    return received.splice(0);
  };

  it("sends all messages in order once the connection is back", async () => {
    const { pool, notify } = publish(wire.url);
    await notify("before");
    await wire.cut();
    const published = ["one", "two", "three"].map(notify);
    await wire.mend();
    await Promise.all(published);
    expect(await heardAll(4)).toEqual(["before", "one", "two", "three"]);
    await pool.end();
  });

  it("sends waiting messages in one statement, and repeated ones in the next", async () => {
    const { pool, asked, notify, finish } = publish();
    const messages = ["first", "A", "B", "A", "C"];
    messages.forEach((message) => void notify(message));
    await finish();
    expect(await heardAll(5)).toEqual(messages);
    expect(asked).toHaveLength(2);
    await pool.end();
  });

  it("sends at most 200 messages and half a million characters at once", async () => {
    const { pool, asked, notify, finish } = publish();
    const many = Array.from({ length: 402 }, (_, n) => `${n}`);
    many.forEach((message) => void notify(message));
    await finish();
    expect(await heardAll(402)).toEqual(many);
    expect(asked).toHaveLength(3);
    const long = Array.from({ length: 102 }, (_, n) => `${n}`.padEnd(7900, "-"));
    long.forEach((message) => void notify(message));
    await finish();
    expect(await heardAll(102)).toEqual(long);
    expect(asked).toHaveLength(3 + 2);
    await pool.end();
  });

  it("keeps the order of a long message that is stored first", async () => {
    const { pool, query, notify, finish } = publish();
    const store = "INSERT INTO socket_io_attachments (payload) VALUES ($1) RETURNING id";
    void notify("before");
    const stored = query(store, [Buffer.from("long")]).then(() => notify('{"attachmentId":1}'));
    void notify("after");
    await stored;
    await finish();
    expect(await heardAll(3)).toEqual(["before", '{"attachmentId":1}', "after"]);
    await pool.end();
  });

  it("repeats a batch whose answer was lost, and continues in order", async () => {
    const { pool, notify, finish } = publish(wire.url);
    await notify("connected");
    const cut = wire.hold(/unnest/, { at: "answer" });
    const messages = ["one", "two", "three"];
    messages.forEach((message) => void notify(message));
    await cut.reached;
    cut.drop();
    void notify("four");
    await finish();
    expect(await heardAll(8)).toEqual(["connected", ...messages, ...messages, "four"]);
    await pool.end();
  });

  it("drops a statement that the database rejects, and continues", async () => {
    const { pool, query } = publish();
    const refused = query("SELECT no_such_thing()");
    await Promise.all([expect(refused).rejects.toThrow("does not exist"), query("SELECT 1")]);
    await pool.end();
  });

  it("reconnects at once after a cut and reports that messages may be missing", async () => {
    const before = timesHearing;
    await database.terminateConnections();
    await waitUntil(() => timesHearing > before && listener.isListening());
  });
});
