import { setTimeout as pause } from "node:timers/promises";
import type { DataSource } from "typeorm";
import { parseMp3 } from "#infra/audio/mp3.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { readEnv } from "#infra/env.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import {
  type SynthesizedSentence,
  synthesizeSentences,
} from "#worker/speech/synthesize-sentences.ts";
import type { VoiceService } from "#worker/speech/voice-service.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import { MP3_FRAME } from "../audio/recording-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";

let database: TestDatabase;
let db: DataSource;
let spoken: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  await insertFinishedTurns({ sql: (...asked) => db.query(...asked) }, { id: 1 }, 2);
  await db.query(
    `INSERT INTO audio_cache (turn_id, provider, content_hash) SELECT id, 'openai', id::text FROM turns`,
  );
});
beforeEach(async () => {
  spoken = [];
  await db.query(`DELETE FROM audio_parts`);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const { voice: access } = readEnv({ TTS_API_KEY: "any" });
/**
 * Synthesizes the sentences of a recording. Each request to the speech provider first waits for
 * `when`.
 */
const speak = (
  recordingId: number,
  sentences: string[] | (() => AsyncIterable<string>),
  when?: () => Promise<unknown>,
  onPart: (part: SynthesizedSentence) => Promise<void> = async () => undefined,
  signal = new AbortController().signal,
) => {
  if (!access) throw new Error("a key makes the voice available");
  const service: VoiceService = {
    access,
    async speak(sentence) {
      spoken.push(sentence);
      await when?.();
      if (sentence === "Never.") throw new Error("no voice");
      return parseMp3(MP3_FRAME);
    },
  };
  const order = { recordingId, voice: "alloy", sentences, onPart };
  return synthesizeSentences(db, service, order, signal);
};

describe("the sentences of a recording", () => {
  it("are not requested again after a failure of the same recording", async () => {
    await expect(speak(1, ["Yes.", "Never."])).rejects.toThrow("no voice");
    await speak(1, ["Yes.", "No."]);
    expect(spoken).toEqual(["Yes.", "Never.", "No."]);
    await speak(2, ["No."]);
    expect(spoken).toEqual(["Yes.", "Never.", "No.", "No."]);
  });

  it("may be synthesized by two attempts at once: each is stored once, and both attempts succeed", async () => {
    let arrive: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (arrive = resolve));
    const when = () => (spoken.length === 2 && arrive(), both);
    const attempts = await Promise.all([1, 1].map((id) => speak(id, ["Yes."], when)));
    expect(attempts.map((parts) => parts.length)).toEqual([1, 1]);
    expect(await db.query(`SELECT recording_id AS id FROM audio_parts`)).toEqual([{ id: 1 }]);
  });

  it("are requested once when the same sentence occurs twice", async () => {
    let tell: () => void = () => undefined;
    const isTold = new Promise<void>((resolve) => (tell = resolve));
    const sentences = async function* () {
      yield "Yes.";
      await isTold;
      yield "Yes.";
    };
    const parts = await speak(1, sentences, undefined, async () => tell());
    expect([parts.length, spoken]).toEqual([2, ["Yes."]]);
  });

  it("are not requested once the job is aborted", async () => {
    const control = new AbortController();
    const reason = new Error("the job is handed back");
    const sentences = async function* () {
      control.abort(reason);
      yield "One.";
    };
    const speaking = speak(1, sentences, undefined, undefined, control.signal);
    await expect(speaking).rejects.toBe(reason);
    expect(spoken).toEqual([]);
  });

  it("are not requested once one of them has failed, and running requests are stored", async () => {
    const sentences = ["Never.", "One.", "Two.", "Three.", "Four."];
    let arrive: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (arrive = resolve));
    const when = () => (spoken.length === 3 && arrive(), all);
    await expect(speak(1, sentences, when)).rejects.toThrow("no voice");
    expect(spoken).toEqual(["Never.", "One.", "Two."]);
    expect(await db.query(`SELECT FROM audio_parts`)).toHaveLength(2);
  });

  it("that fail beside other requests are asked for alone before they are skipped", async () => {
    if (!access) throw new Error("a key makes the voice available");
    let running = 0;
    const service: VoiceService = {
      access,
      async speak(sentence) {
        running++;
        spoken.push(sentence);
        // "Two here." still runs when "Crowded." is due again, so the second try has to wait.
        await pause(sentence === "Two here." ? 300 : 10);
        const isAlone = running === 1;
        running--;
        if (sentence === "Crowded." && !isAlone) throw new ProviderError("overloaded", "The voice");
        return parseMp3(MP3_FRAME);
      },
    };
    const sentences = ["Crowded.", "One here.", "Two here.", "Three here."];
    const warn = jest.fn();
    const request = { recordingId: 1, voice: "alloy", sentences, failures: 2, logger: { warn } };
    await synthesizeSentences(db, service, request, new AbortController().signal);
    expect(spoken.filter((sentence) => sentence === "Crowded.")).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();
  });
});
