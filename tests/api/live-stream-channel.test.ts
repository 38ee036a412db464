import pino from "pino";
import { LiveChannel } from "#api/audio/live-stream/live-channel.ts";
import { createRecordingCache } from "#api/audio/recording-cache.ts";
import type { Sql } from "#infra/db/sql.ts";
import { VOICE_CONFIG } from "./live-stream-fixtures.ts";
import {
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
  type TestApi,
} from "./test-api.ts";

const openChannel = (debateId: number, sql: Sql) => {
  const recordings = createRecordingCache(sql);
  const logger = pino({ level: "silent" });
  const channel = new LiveChannel(
    debateId,
    { sql, recordings, enqueue: async () => {}, logger },
    VOICE_CONFIG,
    "en",
  );
  const end = jest.fn();
  const options = { from: 0, behindMs: 0, isExact: false };
  channel.addListener(null, { isFull: false, write: () => {}, end }, options);
  return { channel, end };
};

describe("a debate with live listeners", () => {
  it("disconnects nobody before it has read who may listen, and then those who may not", async () => {
    let answer = (_rows: unknown[]): void => {};
    const sql: Sql = { query: () => new Promise((resolve) => (answer = resolve)) };
    const { channel, end } = openChannel(7, sql);
    const refreshed = channel.refresh();
    channel.sendDueAudio({ isPublic: true, turnIds: [] });
    expect(end).not.toHaveBeenCalled();
    answer([]);
    await refreshed;
    channel.sendDueAudio(undefined);
    expect(end).toHaveBeenCalledTimes(1);
  });

  describe("while a turn of it is being written", () => {
    let api: TestApi;
    let owner: TestUser;
    beforeAll(async () => {
      api = await startApiOnNewDatabase();
      owner = await api.person();
    });
    afterAll(() => api.close());

    const speakIn = async (input: Record<string, unknown>) => {
      const { id } = await createPaidDebate(api, owner, input);
      const [turn] = await api.sql<{ id: number }>(
        `INSERT INTO turns (debate_id, turn_number, role, type, status, content)
         VALUES ($1, 1, 'bot_a', 'opening', 'streaming', 'It has begun.') RETURNING id`,
        [id],
      );
      return { debateId: id, turnId: turn?.id };
    };

    it("requests audio for that turn, and for no other", async () => {
      await speakIn({ botAProvider: "openai" });
      const { debateId, turnId } = await speakIn({ botAProvider: "claude" });
      await openChannel(debateId, { query: api.sql }).channel.refresh();
      expect(await api.sql(`SELECT turn_id AS "turnId", provider FROM audio_cache`)).toEqual([
        { turnId, provider: "claude" },
      ]);
    });
  });
});
