import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import { readEnv } from "#infra/env.ts";
import { needsLiveSpeech } from "#infra/services/audio/live-listeners.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { startLiveTts } from "#worker/jobs/generate-turn/start-live-tts.ts";
import type { Pace } from "#shared/domain/debates/debate.ts";
import type { VoiceService } from "#worker/speech/voice-service.ts";
import { waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";

const { voice: access } = readEnv({ TTS_API_KEY: "any", TTS_LANGUAGES: "en,es" });
if (!access) throw new Error("a key makes the voice available");
const voice: VoiceService = {
  access,
  speak: () => Promise.reject(new Error("nobody speaks here")),
};

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
});

/**
 * Creates a turn that is being written. Also returns a function that tells the live synthesis how
 * much of the text has arrived.
 */
const writing = async ({
  isHeard = false,
  pace = null as Pace | null,
  synthesizesEveryTurnLive = false,
  isDown = false,
  hasVoice = true,
  language = null as string | null,
}) => {
  const [turn] = await db.query<{ id: number; debateId: number }[]>(
    `WITH debate AS (INSERT INTO debates (topic, user_id, pace)
                     VALUES ('Cats or dogs', 1, $2) RETURNING id),
          heard AS (INSERT INTO listeners (debate_id, process, count)
                    SELECT id, gen_random_uuid(), 1 FROM debate WHERE $1)
     INSERT INTO turns (debate_id, turn_number, role, type, status)
     SELECT id, 1, 'bot_a', 'opening', 'streaming' FROM debate RETURNING id, debate_id AS "debateId"`,
    [isHeard, pace],
  );
  if (!turn) throw new Error("no turn");
  const asked: string[] = [];
  const sql: Sql = {
    query(text, values) {
      asked.push(text);
      return isDown ? Promise.reject(new Error("no database")) : db.query(text, values);
    },
  };
  const log = createMemoryLogger();
  const enqueue = jest.fn<Promise<void>, Parameters<Enqueue>>(async () => {});
  const deps = {
    voice: hasVoice ? voice : null,
    sql,
    enqueue,
    logger: log.logger,
    synthesizesEveryTurnLive,
  };
  const speakers = {
    botAProvider: "openai",
    botBProvider: "grok",
    mystery: false,
    language,
  } as const;
  const onText = startLiveTts(deps, speakers, { ...turn, role: "bot_a" });
  const recordings = () =>
    db.query<unknown[]>("SELECT FROM audio_cache WHERE turn_id = $1", [turn.id]);
  return { debateId: turn.debateId, onText, asked, log, enqueue, recordings };
};

describe("a turn that is being written", () => {
  it("requests its recording once, however many deltas arrive", async () => {
    const { onText, asked, enqueue, recordings } = await writing({ isHeard: true });
    for (const words of ["Cats", "Cats purr.", "Cats purr. Dogs"]) onText(words);
    // Only the first of these texts caused a query.
    expect(asked).toHaveLength(1);
    await waitUntil(() => enqueue.mock.calls.length > 0);
    expect([await recordings(), asked.length]).toEqual([[{}], 2]);
  });

  it("requests its recording in another language that the voice speaks", async () => {
    const { onText, enqueue, recordings } = await writing({ isHeard: true, language: "es-MX" });
    onText("Los gatos ronronean.");
    await waitUntil(() => enqueue.mock.calls.length > 0);
    expect(await recordings()).toHaveLength(1);
  });

  it("requests its recording without listeners at the pace of the voice", async () => {
    const { onText, enqueue, recordings } = await writing({ pace: "voice" });
    onText("Cats purr.");
    await waitUntil(() => enqueue.mock.calls.length > 0);
    expect(await recordings()).toHaveLength(1);
  });

  it.each([
    [{ isHeard: true }, true],
    [{ pace: "voice" }, true],
    [{ pace: "text" }, false],
    [{}, false],
  ] as const)("of a debate with %j needs live speech: %p", async (state, isNeeded) => {
    const { debateId } = await writing(state);
    expect(await needsLiveSpeech(db, debateId)).toBe(isNeeded);
  });

  it("requests its recording without listeners if the operator configured that", async () => {
    const { onText, enqueue, recordings } = await writing({ synthesizesEveryTurnLive: true });
    onText("Cats purr.");
    await waitUntil(() => enqueue.mock.calls.length > 0);
    expect(await recordings()).toHaveLength(1);
  });

  it.each([
    ["there is no voice", { hasVoice: false }, "Cats purr."],
    ["the voice does not speak the language", { language: "th" }, "แมวร้อง"],
    ["there is no speakable text yet", {}, " *"],
  ])("requests no recording when %s", async (_where, state, words) => {
    const { onText, asked } = await writing({ isHeard: true, ...state });
    onText(words);
    expect(asked).toEqual([]);
  });

  it("continues when its recording cannot be requested", async () => {
    const { onText, log } = await writing({ isDown: true });
    onText("Cats purr.");
    await waitUntil(() => log.lines.some(({ msg }) => msg === "live_tts.not_started"));
  });
});
