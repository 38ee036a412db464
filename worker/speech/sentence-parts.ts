import { createSilence, type Mp3, parseMp3 } from "#infra/audio/mp3.ts";
import { sha256 } from "#infra/audio/recording-spec.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";

/** Duration of the pause that stands for a sentence without sound. */
const SILENCE_MS = 300;

/** MP3 header for silences of a recording that has no sound yet: 48 kbit/s, 24 kHz, mono. */
const DEFAULT_HEADER = Buffer.from("fff364c4", "hex");

/** Inserts nothing if the recording is complete, because the part would then never be deleted. */
const INSERT_PART_SQL = `
  INSERT INTO audio_parts (recording_id, content_hash, audio_data)
  SELECT id, $2::text, $3::bytea FROM audio_cache WHERE id = $1 AND status <> 'complete' FOR SHARE
  ON CONFLICT DO NOTHING RETURNING recording_id`;

export interface StoredPart {
  hash: string;
  mp3: Mp3;
}

/** The stored sentences of one recording, so that a later attempt only pays for missing ones. */
export class SentenceParts {
  readonly #parts = new Map<string, Mp3>();

  constructor(
    private readonly sql: Sql,
    private readonly recordingId: number,
    private readonly hashInputs: { voice: string; model: string },
  ) {}

  async load(): Promise<void> {
    const rows = await selectRows<{ hash: string; bytes: Buffer }>(
      this.sql,
      `SELECT content_hash AS hash, audio_data AS bytes FROM audio_parts WHERE recording_id = $1`,
      [this.recordingId],
    );
    for (const { hash, bytes } of rows) this.#parts.set(hash, parseMp3(bytes));
  }

  getSound(sentence: string): StoredPart | undefined {
    return this.#find(this.#hash(sentence));
  }

  /** The silence that an attempt stored instead of the sentence; undefined if there is none. */
  getSilence(sentence: string): StoredPart | undefined {
    return this.#find(this.#silenceHash(sentence));
  }

  storeSound(sentence: string, mp3: Mp3): Promise<StoredPart> {
    return this.#store(this.#hash(sentence), mp3);
  }

  storeSilence(sentence: string): Promise<StoredPart> {
    const [first] = this.#parts.values();
    const header = first ? first.frames.subarray(0, 4) : DEFAULT_HEADER;
    return this.#store(this.#silenceHash(sentence), createSilence(header, SILENCE_MS));
  }

  #hash(sentence: string, ...more: string[]): string {
    const { voice, model } = this.hashInputs;
    return sha256(JSON.stringify([voice, model, sentence, ...more]));
  }

  /**
   * Returns another hash than for the sentence's sound, so that a silence is never mistaken for the
   * sound.
   */
  #silenceHash(sentence: string): string {
    return this.#hash(sentence, "silence");
  }

  #find(hash: string): StoredPart | undefined {
    const mp3 = this.#parts.get(hash);
    return mp3 && { hash, mp3 };
  }

  async #store(hash: string, mp3: Mp3): Promise<StoredPart> {
    await mutateRows(this.sql, INSERT_PART_SQL, [this.recordingId, hash, mp3.frames]);
    this.#parts.set(hash, mp3);
    return { hash, mp3 };
  }
}
