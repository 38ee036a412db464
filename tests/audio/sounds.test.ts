import type { DataSource } from "typeorm";
import { createRecordingBytes } from "#api/audio/recording-bytes.ts";
import { Sounds } from "#api/radio/sounds.ts";
import { createDataSource } from "#infra/db/data-source.ts";
import type { SteadySound } from "#infra/audio/steady-sound.ts";
import { format, itemOf, TURN } from "../api/air.ts";
import { finishTurns } from "../api/test-api.ts";
import { freshDatabase, type TestDatabase, testLogger, until } from "../harness.ts";

/** Of the recording that is whole. */
const RECORDED_FRAMES = 1000;
/** A sentence of it, on the air. */
const itemIn = (order: number, from: number, frames: number) => ({
  ...itemOf(order, 0, frames),
  turn: { ...TURN, recordingId: 5, version: 1 },
  startMs: from * format.frameMs,
});

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  await finishTurns({ sql: (...asked) => db.query(...asked) }, { id: 1 }, 3);
  // Each sound is told by how many frames it has.
  await db.query(
    `INSERT INTO audio_cache (turn_id, notice, provider, content_hash, status, version, audio_data, etag, duration_ms)
     SELECT turn, notice, 'openai', frames::text, 'complete', version,
            CASE version WHEN 1 THEN decode(repeat(encode($1::bytea, 'hex'), frames), 'hex') END,
            CASE version WHEN 1 THEN frames::text END, CASE version WHEN 1 THEN 36 * frames END
       FROM (VALUES (1, NULL, 0, 1), (2, NULL, 0, 2), (NULL, 'pause', 1, 5), (NULL, 'episode', 1, 6),
                    (3, NULL, 1, ${RECORDED_FRAMES}))
         AS a (turn, notice, version, frames)`,
    [format.silentFrame],
  );
  await db.query(
    `INSERT INTO audio_parts (recording_id, content_hash, audio_data)
     SELECT recording, hash, decode(repeat(encode($1::bytea, 'hex'), frames), 'hex')
       FROM (VALUES (1, 'yes', 1), (1, 'no', 2), (2, 'yes', 3), (2, 'no', 4))
         AS p (recording, hash, frames)`,
    [format.silentFrame],
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const open = () =>
  new Sounds({ reads: db, recordings: createRecordingBytes(db), logger: testLogger });
const soundFrom = (look: () => SteadySound | null | undefined) =>
  until(look, { what: "its sound" });
const framesOf = async (look: () => SteadySound | null | undefined) =>
  (await soundFrom(look)).starts.length - 1;

describe("the sounds of a debate that is heard live", () => {
  it.each([
    [1, "yes", 1],
    [1, "no", 2],
    [2, "yes", 3],
    [2, "no", 4],
  ])(
    "of recording %i, which is being made, are its own: '%s'",
    async (recordingId, hash, frames) => {
      const sounds = open();
      const item = { ...itemOf(1, 0, 1), turn: { ...TURN, recordingId }, hash };
      expect(await framesOf(() => sounds.soundOf(item))).toBe(frames);
    },
  );

  it.each([
    ["pause", 5],
    ["episode", 6],
  ] as const)("are those of its notices: %s", async (notice, frames) => {
    const sounds = open();
    expect(await framesOf(() => sounds.notice(notice))).toBe(frames);
  });

  it("of a recording that is whole hold little more of it than what is said in them", async () => {
    const sounds = open();
    const held = new Map<ArrayBufferLike, number>();
    for (let n = 0; n < 10; n++) {
      const item = itemIn(n, n * 100, 100);
      const { bytes } = await soundFrom(() => sounds.soundOf(item));
      expect(bytes).toHaveLength(100 * format.silentFrame.length);
      held.set(bytes.buffer, bytes.buffer.byteLength);
    }
    const heldBytes = [...held.values()].reduce((sum, each) => sum + each, 0);
    expect(heldBytes).toBeLessThan(1.2 * RECORDED_FRAMES * format.silentFrame.length);
  });

  it("are kept while they are 4 MB, those that were heard last", async () => {
    const sounds = open();
    const items = [1, 2, 3, 4, 5, 6].map((order) => itemIn(order, 0, RECORDED_FRAMES));
    for (const item of items) await soundFrom(() => sounds.soundOf(item));
    expect(items.map((item) => sounds.soundOf(item) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});
