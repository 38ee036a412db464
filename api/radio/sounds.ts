import { LRUCache } from "lru-cache";
import {
  makeSteady,
  type SteadyFormat,
  type SteadySound,
  steadyFormatOf,
  steadyStretch,
} from "#infra/audio/steady-sound.ts";
import { lengthFrameBytes } from "#infra/audio/mp3-length.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import type { SpokenSentence } from "#shared/contract/audio.ts";
import type { Notice } from "#shared/domain/notices.ts";
import type { RecordingBytes } from "../audio/recording-bytes.ts";
import type { AirItem } from "#infra/radio/programme.ts";

/** At least the last 90 seconds of speech. */
const BUDGET_BYTES = 4 * 2 ** 20;

interface Parts {
  reads: Sql;
  recordings: RecordingBytes;
  logger: Logger;
}

interface NoticeRow {
  id: number;
  version: number;
  hasFailed: boolean;
}

const PART = `
  SELECT audio_data AS bytes FROM audio_parts WHERE recording_id = $1 AND content_hash = $2`;
/**
 * Finds a sentence in this version only, because the times of another version differ from the
 * schedule.
 */
const SENTENCE = `
  SELECT sentences -> $3::int AS sentence FROM audio_cache WHERE id = $1 AND version = $2`;
const NOTICE = `
  SELECT id, version, status = 'failed' AS "hasFailed" FROM audio_cache WHERE notice = $1`;
const LOOK_AGAIN_MS = 2000;

/** Cache of one debate's live audio, in one format, shared by all listeners. */
export class Sounds {
  format: SteadyFormat | null = null;
  readonly #kept = new LRUCache<string, { sound: SteadySound | null }>({
    maxSize: BUDGET_BYTES,
    sizeCalculation: ({ sound }) => Math.max(sound?.bytes.length ?? 0, 1),
  });
  readonly #coming = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** Undefined while loading. Null if there is none. */
  soundOf(item: AirItem): SteadySound | null | undefined {
    return this.#get(`${item.order} ${item.hash}`, () => this.#read(item));
  }

  /** Undefined while it is recorded or loading. Null if there is none. */
  notice(notice: Notice): SteadySound | null | undefined {
    return this.#get(notice, () => this.#readNotice(notice));
  }

  #get(name: string, read: () => Promise<SteadySound | null | undefined>) {
    const known = this.#kept.get(name);
    if (known) return known.sound;
    if (!this.#coming.has(name)) void this.#fetch(name, read);
    return undefined;
  }

  async #fetch(name: string, read: () => Promise<SteadySound | null | undefined>): Promise<void> {
    this.#coming.add(name);
    try {
      const sound = await read();
      if (sound) this.#kept.set(name, { sound });
      if (sound === null) this.#kept.set(name, { sound }, { ttl: LOOK_AGAIN_MS });
    } catch (err) {
      this.parts.logger.warn({ err }, "a sentence could not be fetched");
    } finally {
      this.#coming.delete(name);
    }
  }

  /**
   * Reads the sentence's own audio while the recording is made, and the recording afterwards.
   * Returns undefined while neither is available.
   */
  async #read({ turn, hash, index }: AirItem) {
    const { reads, recordings } = this.parts;
    const { recordingId, version } = turn;
    if (recordingId === null || version === null) return null;
    if (version > 0) {
      const asked = [recordingId, version, index];
      const [found] = await select<{ sentence: SpokenSentence | null }>(reads, SENTENCE, asked);
      const whole = await recordings.read(recordingId, version);
      if (!found || !whole) return undefined;
      const { sentence } = found;
      const format = this.#formatFor(whole);
      return sentence && format && steadyStretch(whole, format, sentence.startMs, sentence.endMs);
    }
    const [part] = await select<{ bytes: Buffer }>(reads, PART, [recordingId, hash]);
    return part && this.#steady(part.bytes);
  }

  async #readNotice(notice: Notice): Promise<SteadySound | null | undefined> {
    const { reads, recordings } = this.parts;
    const [row] = await select<NoticeRow>(reads, NOTICE, [notice]);
    if (!row) return null;
    if (row.version === 0) return row.hasFailed ? null : undefined;
    const bytes = await recordings.read(row.id, row.version);
    return bytes ? this.#steady(bytes) : undefined;
  }

  /** Returns null if this is not MP3. The first audio sets the format for all. */
  #formatFor(bytes: Buffer): SteadyFormat | null {
    this.format ??= steadyFormatOf(bytes.subarray(lengthFrameBytes(bytes)));
    return this.format;
  }

  async #steady(bytes: Buffer): Promise<SteadySound | null> {
    const format = this.#formatFor(bytes);
    return format && makeSteady(bytes, format);
  }
}
