import type { DataSource } from "typeorm";
import { createRecordingCache } from "#api/audio/recording-cache.ts";
import { findDebateVisibility } from "#api/audio/live-stream/debate-visibility.ts";
import { LiveAudioCache } from "#api/audio/live-stream/live-audio-cache.ts";
import type { CbrAudio } from "#infra/audio/cbr-audio.ts";
import { format, createScheduledSentence, BROADCAST_TURN } from "../api/live-stream-fixtures.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import { testLogger, waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

const RECORDED_FRAMES = 1000;
/** Returns the times of sentences with these numbers of frames. */
const sentencesOf = (...frames: number[]) => {
  let endMs = 0;
  return frames.map((count) => {
    const startMs = endMs;
    endMs += count * format.frameMs;
    return { text: "Any.", startMs, endMs };
  });
};
/** A sentence on the live schedule, of the turn with recording 5. */
const itemIn = (order: number, index: number, version = 1) => ({
  ...createScheduledSentence(order, 0, 7),
  index,
  turn: { ...BROADCAST_TURN, recordingId: 5, version },
});
const makeAnew = (version: number, ...frames: number[]) =>
  db.query("UPDATE audio_cache SET version = $1, sentences = $2 WHERE id = 5", [
    version,
    JSON.stringify(sentencesOf(...frames)),
  ]);

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  await insertFinishedTurns({ sql: (...asked) => db.query(...asked) }, { id: 1 }, 3);
  // Each sound has a different number of frames, which identifies it.
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

const open = () =>
  new LiveAudioCache({ sql: db, recordings: createRecordingCache(db), logger: testLogger }, "en");
const soundFrom = (look: () => CbrAudio | null | undefined) =>
  waitUntil(look, { what: "its sound" });
const framesOf = async (look: () => CbrAudio | null | undefined) =>
  (await soundFrom(look)).starts.length - 1;

describe("the audio cache of a live stream", () => {
  it.each([
    [1, "yes", 1],
    [1, "no", 2],
    [2, "yes", 3],
    [2, "no", 4],
  ])(
    "returns the parts of recording %i while it is being made: '%s'",
    async (recordingId, hash, frames) => {
      const cache = open();
      const item = {
        ...createScheduledSentence(1, 0, 1),
        turn: { ...BROADCAST_TURN, recordingId },
        hash,
      };
      expect(await framesOf(() => cache.getAudio(item))).toBe(frames);
    },
  );

  it.each([
    ["pause", 5],
    ["episode", 6],
  ] as const)("returns the announcement: %s", async (notice, frames) => {
    const cache = open();
    expect(await framesOf(() => cache.getAnnouncement(notice))).toBe(frames);
  });

  it("holds little more memory than the sentences need, not the complete recording", async () => {
    await makeAnew(1, ...Array.from({ length: 10 }, () => 100));
    const cache = open();
    const held = new Map<ArrayBufferLike, number>();
    for (let n = 0; n < 10; n++) {
      const item = itemIn(n, n);
      const { bytes } = await soundFrom(() => cache.getAudio(item));
      expect(bytes).toHaveLength(100 * format.silentFrame.length);
      held.set(bytes.buffer, bytes.buffer.byteLength);
    }
    const heldBytes = [...held.values()].reduce((sum, each) => sum + each, 0);
    expect(heldBytes).toBeLessThan(1.2 * RECORDED_FRAMES * format.silentFrame.length);
  });

  it("keeps 4 MB, least recently used first out", async () => {
    await makeAnew(1, RECORDED_FRAMES);
    const cache = open();
    const items = [1, 2, 3, 4, 5, 6].map((order) => itemIn(order, 0));
    for (const item of items) await soundFrom(() => cache.getAudio(item));
    expect(items.map((item) => cache.getAudio(item) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("uses the current times of a regenerated recording, not those of its live stream", async () => {
    await makeAnew(2, 30, 50);
    const cache = open();
    expect(await framesOf(() => cache.getAudio(itemIn(1, 0, 2)))).toBe(30);
    expect(await framesOf(() => cache.getAudio(itemIn(2, 1, 2)))).toBe(50);
  });

  it("does not apply the times of a later version to the cached bytes of an earlier one", async () => {
    await makeAnew(1, 30, 50);
    const recordings = createRecordingCache(db);
    await recordings.read(5, 1);
    await makeAnew(2, 40, 60);
    const query = jest.fn((statement: string, values?: unknown[]) => db.query(statement, values));
    const warn = jest.spyOn(testLogger, "warn");
    const cache = new LiveAudioCache({ sql: { query }, recordings, logger: testLogger }, "en");
    // A sentence without audio is looked up again later.
    await waitUntil(
      () => cache.getAudio(itemIn(1, 0)) === undefined && query.mock.calls.length > 1,
    );
    expect(warn).not.toHaveBeenCalled();
  });

  it("returns null for a sentence of a turn without a recording", async () => {
    const cache = open();
    const item = {
      ...createScheduledSentence(1, 0, 1),
      turn: { ...BROADCAST_TURN, recordingId: null, version: null },
    };
    await waitUntil(() => cache.getAudio(item) === null);
  });

  it("returns null for an announcement that was never requested or has failed", async () => {
    await db.query(
      "UPDATE audio_cache SET status = 'failed', version = 0, audio_data = NULL, etag = NULL, duration_ms = NULL WHERE notice = 'pause'",
    );
    await db.query("DELETE FROM audio_cache WHERE notice = 'episode'");
    const cache = open();
    for (const announcement of ["pause", "episode"] as const)
      await waitUntil(() => cache.getAnnouncement(announcement) === null);
  });

  it("returns null for a sentence that its recording does not have", async () => {
    await makeAnew(2, 30);
    const cache = open();
    await waitUntil(() => cache.getAudio(itemIn(1, 1, 2)) === null);
  });
});

describe("the visibility of streamed debates", () => {
  it("lists each debate's own turns that are not hidden, and leaves deleted debates out", async () => {
    await db.query(
      `INSERT INTO debates (topic, user_id, is_public) VALUES ('Tea or coffee', 1, true), ('Rain or sun', 1, false)`,
    );
    const sql = { query: (text: string, values?: unknown[]) => db.query(text, values) };
    for (const id of [2, 3])
      await insertFinishedTurns({ sql: (...asked) => db.query(...asked) }, { id }, 2);
    await db.query("UPDATE turns SET is_hidden = true WHERE debate_id = 2 AND turn_number = 1");
    const turnsOf = async (debateId: number): Promise<number[]> =>
      (await db.query("SELECT id FROM turns WHERE debate_id = $1 ORDER BY id", [debateId])).map(
        ({ id }: { id: number }) => id,
      );
    const [, visible] = await turnsOf(2);
    expect(await findDebateVisibility(sql, [2, 3, 404])).toEqual(
      new Map([
        [2, { id: 2, isPublic: true, turnIds: [visible] }],
        [3, { id: 3, isPublic: false, turnIds: await turnsOf(3) }],
      ]),
    );
    expect(await findDebateVisibility(sql, [3])).toEqual(new Map([[3, expect.anything()]]));
  });
});
