import type { DataSource } from "typeorm";
import { findStreamedDebate } from "#infra/audio/find-streamed-debate.ts";
import { buildLiveSchedule, getVoiceProgress } from "#infra/audio/live-schedule.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  await insertFinishedTurns({ sql: (...asked) => db.query(...asked) }, { id: 1 }, 2);
  await db.query(
    `INSERT INTO audio_cache (turn_id, provider, content_hash, spoken, turn_attempt)
     SELECT id, 'openai', id::text, $1, attempt FROM turns`,
    [JSON.stringify([{ hash: "hash", ms: 1000, at: 500 }])],
  );
});

describe("the live stream", () => {
  it.each([
    [
      "contains no later turn while an earlier one is recorded for the first time",
      "is_on_air = true",
      [1],
      true,
    ],
    [
      "continues with the next turn while an earlier one is recorded too late for it",
      "is_on_air = false",
      [1, 2],
      false,
    ],
  ])("%s", async (_what, state, expected, isSpeaking) => {
    await db.query(`UPDATE audio_cache SET status = 'complete'`);
    await db.query(`UPDATE audio_cache SET status = 'pending', ${state} WHERE turn_id = 1`);
    const broadcast = await findStreamedDebate(db, 1);
    if (!broadcast) throw new Error("it is gone");
    const { items } = buildLiveSchedule(broadcast, { id: 1, role: "user" });
    expect(items.map(({ turnNumber }) => turnNumber)).toEqual(expected);
    expect(getVoiceProgress(broadcast).isSpeaking).toBe(isSpeaking);
  });

  it("contains every turn while one is recorded long after the debate", async () => {
    await db.query(`UPDATE audio_cache SET status = 'complete'`);
    await db.query(`UPDATE audio_cache SET status = 'running', is_on_air = true WHERE turn_id = 1`);
    await db.query(
      `UPDATE debates SET status = 'completed', spoken_at = now() - interval '1 hour'`,
    );
    const broadcast = await findStreamedDebate(db, 1);
    if (!broadcast) throw new Error("it is gone");
    const { items, outlook } = buildLiveSchedule(broadcast, { id: 1, role: "user" });
    expect(items.map(({ turnNumber }) => turnNumber)).toEqual([1, 2]);
    expect([outlook, getVoiceProgress(broadcast).isSpeaking]).toEqual(["end", false]);
  });
});
