import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { WorkerContext } from "#worker/context.ts";
import {
  failRecording,
  discardFailedRecording,
  discardIfTurnRestarted,
} from "#worker/jobs/synthesize-speech/finish-recording.ts";
import { loadRecording } from "#worker/jobs/synthesize-speech/load-recording.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";
import { createIsOvertaken } from "../helpers/concurrent-acts.ts";
import { createLease } from "../helpers/create-lease.ts";

let database: TestDatabase;
let wire: DatabaseProxy;
let db: DataSource;
/** Reads and writes rows over a connection that bypasses the proxy. */
let rows: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startDatabaseProxy(database.url);
  [db, rows] = (await Promise.all(
    [wire.url, database.url].map((url) => createDataSource(url).initialize()),
  )) as [DataSource, DataSource];
  await rows.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await rows.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  await insertFinishedTurns({ sql: (...asked) => rows.query(...asked) }, { id: 1 }, 2);
  await rows.query(
    `INSERT INTO audio_cache (turn_id, provider, content_hash, status, attempt)
     SELECT id, 'openai', id, 'running', 1 FROM turns ORDER BY turns.id`,
  );
  await rows.query(`INSERT INTO audio_parts SELECT id, 'a sentence', '\\x00' FROM audio_cache`);
});
afterAll(async () => {
  await Promise.all([db.destroy(), rows.destroy()]);
  await wire.cut();
  await database.drop();
});

const lease = createLease({ job: "synthesize-speech", id: 2 });
const withdraw = async () =>
  discardIfTurnRestarted({ db, logger: testLogger }, lease, await loadRecording(rows, 2));
const audioFailed = jest.fn();
const giveUp = async () => {
  const context = { db, logger: testLogger, announce: { audioFailed } } as unknown as WorkerContext;
  return failRecording(context, lease, await loadRecording(rows, 2), "No voice.");
};
const setTurn = (status: string) =>
  rows.query("UPDATE turns SET status = $1 WHERE id = 2", [status]);

describe("a recording whose turn has restarted", () => {
  it("is discarded before another transaction can complete the turn", async () => {
    await setTurn("failed");
    expect(
      await createIsOvertaken(wire, (sql) => rows.query(sql))(withdraw, () => setTurn("complete")),
    ).toBe(false);
    expect(await rows.query("SELECT status FROM audio_cache ORDER BY id")).toEqual([
      { status: "running" },
      { status: "failed" },
    ]);
    expect(await rows.query("SELECT recording_id FROM audio_parts")).toEqual([{ recording_id: 1 }]);
  });

  it("continues if the turn was completed meanwhile", async () => {
    await rows.query("UPDATE audio_cache SET status = 'running'");
    expect(await withdraw()).toBe(false);
  });
});

describe("a recording that fails while its turn is being written", () => {
  const begin = async (turnStatus: string) => {
    await setTurn(turnStatus);
    await rows.query("UPDATE audio_cache SET status = 'running', spoken = '[1]', is_on_air = true");
    await rows.query("INSERT INTO audio_parts VALUES (2, 'a sentence', '') ON CONFLICT DO NOTHING");
  };
  const STATE = `
    SELECT status, error, spoken, is_on_air AS "isOnAir", isfinite(heartbeat_at) AS rests,
           (SELECT count(*)::int FROM audio_parts WHERE recording_id = a.id) AS parts
      FROM audio_cache a WHERE id = 2`;

  it("keeps its spoken sentences before another transaction can complete the turn", async () => {
    await begin("streaming");
    expect(
      await createIsOvertaken(wire, (sql) => rows.query(sql))(giveUp, () => setTurn("complete")),
    ).toBe(false);
    const kept = { spoken: [1], isOnAir: true, rests: true, parts: 1 };
    expect(await rows.query(STATE)).toEqual([{ status: "failed", error: "No voice.", ...kept }]);
    expect(audioFailed).not.toHaveBeenCalled();
  });

  it.each(["pending", "failed"])("is discarded if the turn is %s by then", async (turnStatus) => {
    await begin(turnStatus);
    await giveUp();
    const kept = { spoken: [], isOnAir: true, rests: false, parts: 0 };
    expect(await rows.query(STATE)).toEqual([{ status: "failed", error: null, ...kept }]);
    expect(audioFailed).not.toHaveBeenCalled();
  });

  it("is discarded when the turn fails, unless it is running or belongs to another turn", async () => {
    await begin("failed");
    await rows.query("UPDATE audio_cache SET status = 'failed', heartbeat_at = now() WHERE id = 1");
    const fail = () => withTransaction(db, testLogger, (tx) => discardFailedRecording(tx, 2));
    await fail();
    expect(await rows.query(STATE)).toMatchObject([{ status: "running", spoken: [1], parts: 1 }]);
    await rows.query("UPDATE audio_cache SET status = 'failed', heartbeat_at = now() WHERE id = 2");
    await fail();
    expect(await rows.query(STATE)).toMatchObject([{ spoken: [], rests: false, parts: 0 }]);
    const other = "SELECT spoken, isfinite(heartbeat_at) AS rests FROM audio_cache WHERE id = 1";
    expect(await rows.query(other)).toEqual([{ spoken: [1], rests: true }]);
  });
});
