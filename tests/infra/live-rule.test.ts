import type { DataSource, EntityManager } from "typeorm";
import { IS_BROADCASTING_SQL, IS_LIVE_SQL } from "#infra/db/debates/live-debate-sql.ts";
import {
  type StreamedDebate,
  SELECT_STREAMED_DEBATES_SQL,
} from "#infra/audio/find-streamed-debate.ts";
import { getLiveState } from "#infra/audio/live-schedule.ts";
import { isBroadcasting, isLive } from "#shared/domain/debates/live-previews.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('owner', 'o@x', '!')`);
});

/**
 * Returns a generator of pseudo-random numbers from 0 to 1. The same seed gives the same numbers.
 */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Inserts debates in random states. Their sentences end about now. */
const addDebates = async (count: number): Promise<void> => {
  const random = randomFrom(7);
  const pick = <T>(...of: T[]): T => of[Math.floor(random() * of.length)] as T;
  for (let n = 0; n < count; n++) {
    const status = pick("pending", "active", "completed", "completed");
    const [debate] = await db.query<{ id: number }[]>(
      `INSERT INTO debates (topic, user_id, status, auto_play_by, created_at, spoken_at)
       VALUES ('Tea or coffee', 1, $1, $2, now() - interval '5 hours',
               now() - $3 * interval '1 minute') RETURNING id`,
      [status, random() < 0.1 ? 1 : null, pick<number | null>(0, 2, 9, 11, 60, 239, 241, null)],
    );
    const turns = Math.floor(random() * 5);
    const isLastOpen = status !== "completed" && random() < 0.15;
    const from = Date.now() - pick(30, 90, 700) * SECOND;
    for (let turn = 1; turn <= turns; turn++) {
      const isOpen = isLastOpen && turn === turns;
      const [{ id } = { id: 0 }] = await db.query<{ id: number }[]>(
        `INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, is_hidden)
         VALUES ($1, $2, $5, 'rebuttal', $3, 1, $4) RETURNING id`,
        [
          debate?.id,
          turn,
          isOpen ? "streaming" : "complete",
          random() < 0.1,
          turn % 2 ? "bot_a" : "bot_b",
        ],
      );
      if (random() < 0.2) continue;
      const spoken = Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
        hash: `${index}`,
        ms: Math.round(random() * 20 * SECOND),
        at: Math.round(from + random() * MINUTE),
      }));
      await db.query(
        `INSERT INTO audio_cache (turn_id, provider, content_hash, status, version, is_on_air,
                                  turn_attempt, spoken, audio_data, etag, duration_ms)
         SELECT $1::int, 'openai', $1::int::text, $2, version, $4, $5, $6, sound.*
           FROM (SELECT CASE WHEN $2 = 'complete' THEN 1 ELSE $3::int END AS version) AS made
           LEFT JOIN (VALUES ('\\x00'::bytea, 'etag', 1)) AS sound ON version > 0`,
        [
          id,
          pick("complete", "complete", "complete", "failed", "pending", "running"),
          pick(0, 0, 1),
          random() < 0.8,
          pick(1, 1, 1, 0),
          JSON.stringify(spoken),
        ],
      );
    }
  }
};

/**
 * Inserts a debate whose only sentence ended 250 ms ago. Listeners hear it with a delay of 500 ms
 * (`LIVE_DELAY_MS`), so the debate is still live.
 */
const addLastWord = (tx: EntityManager): Promise<unknown> =>
  tx.query(
    `WITH debate AS (
       INSERT INTO debates (topic, user_id, status, spoken_at)
       VALUES ('Tea or coffee', 1, 'completed', now()) RETURNING id),
     turn AS (
       INSERT INTO turns (debate_id, turn_number, role, type, status, attempt)
       SELECT id, 1, 'bot_a', 'opening', 'complete', 1 FROM debate RETURNING id)
     INSERT INTO audio_cache (turn_id, provider, content_hash, status, turn_attempt, spoken)
     SELECT id, 'openai', id, 'failed', 1,
            jsonb_build_array(jsonb_build_object('hash', '', 'ms', 1000,
              'at', extract(epoch FROM now()) * 1000 - 1250))
       FROM turn`,
  );

it("the SQL rules for live debates agree with the TypeScript rules", async () => {
  await addDebates(400);
  // now() is constant in a transaction, but the column `now` of the first query is the real time,
  // some milliseconds later. So the test uses `nowMs` instead.
  const rows = await db.transaction(async (tx) => {
    await addLastWord(tx);
    return tx.query<(StreamedDebate & { isLive: boolean; isOn: boolean; nowMs: number })[]>(
      `SELECT b.*, l.*
         FROM (${SELECT_STREAMED_DEBATES_SQL}) AS b
         JOIN (SELECT d.id, ${IS_LIVE_SQL} AS "isLive", ${IS_BROADCASTING_SQL} AS "isOn",
                      (extract(epoch FROM now()) * 1000)::float AS "nowMs" FROM debates d) AS l USING (id)
        ORDER BY b.id`,
    );
  });
  const results = rows.map((row) => [row.isLive, row.isOn]);
  const expected = rows.map((row) => {
    const state = getLiveState({ ...row, now: row.nowMs });
    return [isLive(state), isBroadcasting(state)];
  });
  expect(results).toEqual(expected);
  expect(results.at(-1)).toEqual([true, true]);
  for (const at of [0, 1])
    expect(new Set(results.map((row) => row[at]))).toEqual(new Set([true, false]));
});
