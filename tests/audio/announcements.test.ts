import type { DataSource } from "typeorm";
import { buildAnnouncementSpec } from "#infra/audio/recording-spec.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { readEnv } from "#infra/env.ts";
import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import {
  ANNOUNCEMENT_NAMES,
  type AnnouncementLanguage,
} from "#shared/domain/audio/announcements.ts";
import { failScript } from "#worker/jobs/synthesize-speech/finish-recording.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";
import { installIndexInsertBarrier } from "./index-insert-barrier.ts";

const { voice } = readEnv({ TTS_API_KEY: "any" });
if (!voice) throw new Error("a key makes the voice available");
const HASH = buildAnnouncementSpec("pause", voice).contentHash;

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
});
beforeEach(() => db.query("DELETE FROM audio_cache"));
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Requests all announcements. Returns the ids of the recordings to be made. */
const ask = async (language: AnnouncementLanguage = "en"): Promise<number[]> => {
  const enqueue = jest.fn<Promise<void>, Parameters<Enqueue>>(async () => {});
  await enqueueAnnouncements({ sql: db, enqueue, logger: testLogger }, voice, language);
  return enqueue.mock.calls.map(([, payload]) => Object.values(payload)[0] as number);
};
const idOfPause = async (): Promise<number> => {
  const rows = await db.query<{ id: number }[]>(
    "SELECT id FROM audio_cache WHERE notice = 'pause'",
  );
  return rows[0]?.id ?? 0;
};

describe("a recording of an announcement", () => {
  it("is made once, however often it is requested", async () => {
    expect(await ask()).toHaveLength(ANNOUNCEMENT_NAMES.length);
    expect(await ask()).toEqual([]);
  });

  it("is made once per language", async () => {
    for (const language of ["en", "es"] as const)
      expect(await ask(language)).toHaveLength(ANNOUNCEMENT_NAMES.length);
    expect(await ask("es")).toEqual([]);
    const rows = await db.query<{ notice: string }[]>(
      `SELECT notice FROM audio_cache ORDER BY notice COLLATE "C"`,
    );
    expect(rows.map(({ notice }) => notice)).toEqual(
      ANNOUNCEMENT_NAMES.flatMap((name) => [name, `${name}:es`]).sort(),
    );
  });

  it("is made once for two simultaneous requests", async () => {
    const bothAsk = await installIndexInsertBarrier(database.url);
    const asking = [ask(), ask()];
    await bothAsk();
    expect((await Promise.all(asking)).flat()).toHaveLength(ANNOUNCEMENT_NAMES.length);
  });

  /** Inserts a recording in this state with this content hash. */
  const found = async (status: string, hash: string, restedS: number): Promise<number> => {
    await ask();
    await db.query(
      `UPDATE audio_cache SET status = $1, content_hash = $2, failures = 5, error = 'No voice.', attempt = 24,
              heartbeat_at = now() - $3 * interval '1 second', run_at = now() + interval '1 hour'
        WHERE notice = 'pause'`,
      [status, hash, restedS],
    );
    return idOfPause();
  };

  it.each([
    ["is complete with the current text and voice", "complete", HASH, 3600],
    ["is running, with any text", "running", "other words", 3600],
    ["is pending, with any text", "pending", "other words", 3600],
    ["failed 3 s ago", "failed", HASH, 3],
  ])("is not paid again where it %s", async (_state, status, hash, restedS) => {
    await found(status, hash, restedS);
    expect(await ask()).toEqual([]);
  });

  it.each([
    ["its text or voice changed", "complete", "other words", 0],
    ["it failed 6 s ago", "failed", HASH, 6],
  ])("is made again from the start where %s", async (_state, status, hash, restedS) => {
    const id = await found(status, hash, restedS);
    expect(await ask()).toEqual([id]);
    const [row] = await db.query<unknown[]>(
      `SELECT status, attempt, failures, error, run_at <= now() AS "isDue" FROM audio_cache WHERE id = $1`,
      [id],
    );
    // The failure count is back at 0, so the new attempt has as many retries as a first one.
    expect(row).toEqual({ status: "pending", attempt: 25, failures: 0, error: null, isDue: true });
  });

  it("pauses from the time of its failure, even if its worker's last heartbeat is older", async () => {
    await ask();
    const id = await idOfPause();
    const lease = await claimJob(db, "synthesize-speech", id);
    if (!lease || "deferredFor" in lease) throw new Error("somebody else has it");
    await db.query("UPDATE audio_cache SET heartbeat_at = now() - interval '1 minute'");
    await failScript({ db, logger: testLogger }, lease, "No voice.");
    expect(await ask()).toEqual([]);
  });
});
