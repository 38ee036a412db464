import { Pool } from "pg";
import type { Mp3 } from "#infra/audio/mp3.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import { synthesizeSentences } from "#worker/speech/synthesize-sentences.ts";
import { createTestDatabase } from "../harness.ts";
import { testEnv } from "../api/test-api.ts";
import { waitForLockWait } from "../helpers/lock-waits.ts";

const PART: Mp3 = { frames: Buffer.from("sound"), samples: 1, sampleRate: 24_000, channels: 1 };

test("a sentence that arrives while another attempt completes the recording is not stored", async () => {
  const database = await createTestDatabase();
  // Ignores errors of connections that are still closing when the database is dropped.
  const pool = new Pool({ connectionString: database.url }).on("error", () => undefined);
  const sql = createPreparedSql(pool);
  const { rows } = await pool.query<{ id: number }>(`
    WITH u AS (INSERT INTO users (username, email, password) VALUES ('ada', 'a@b.c', 'x') RETURNING id),
         d AS (INSERT INTO debates (topic, user_id) SELECT 'A motion', id FROM u RETURNING id),
         t AS (INSERT INTO turns (debate_id, turn_number, role, type)
               SELECT id, 1, 'bot_a', 'opening' FROM d RETURNING id)
    INSERT INTO audio_cache (turn_id, provider, content_hash, status)
    SELECT id, 'openai', 'hash', 'running' FROM t RETURNING id`);
  const recordingId = rows[0]?.id ?? 0;
  const { voice: access } = testEnv(database.url, { TTS_BASE_URL: "http://127.0.0.1:1" });
  if (!access) throw new Error("no voice");
  const service = { access, speak: async () => PART };
  const speak = (sentence: string) =>
    synthesizeSentences(
      sql,
      service,
      { recordingId, voice: "alloy", sentences: [sentence] },
      new AbortController().signal,
    );
  const parts = async () => (await pool.query("SELECT FROM audio_parts")).rowCount;

  const ending = await pool.connect();
  await ending.query("BEGIN");
  await ending.query("UPDATE audio_cache SET status = 'complete'");
  const late = speak("Too late.");
  await waitForLockWait(sql);
  await ending.query("COMMIT");
  await late;
  expect(await parts()).toBe(0);

  await ending.query("UPDATE audio_cache SET status = 'running'");
  await speak("In time.");
  expect(await parts()).toBe(1);
  ending.release();
  await pool.end();
  await database.drop();
});
