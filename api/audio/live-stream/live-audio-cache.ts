import { LRUCache } from "lru-cache";
import {
  convertToCbr,
  type CbrFormat,
  type CbrAudio,
  detectCbrFormat,
  extractCbrRange,
} from "#infra/audio/cbr-audio.ts";
import { getXingFrameBytes } from "#infra/audio/xing-header.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import {
  type Announcement,
  type AnnouncementKey,
  type AnnouncementLanguage,
  buildAnnouncementKey,
} from "#shared/domain/audio/announcements.ts";
import type { RecordingCache } from "../recording-cache.ts";
import type { LiveScheduleItem } from "#infra/audio/live-schedule.ts";

/** Enough for at least the last 90 seconds of speech. */
const MAX_CACHE_BYTES = 4 * 2 ** 20;

interface LiveAudioCacheDeps {
  sql: Sql;
  recordings: RecordingCache;
  logger: Logger;
}

interface AnnouncementRow {
  id: number;
  version: number;
  hasFailed: boolean;
}

const SENTENCE_PART_SQL = `
  SELECT audio_data AS bytes FROM audio_parts WHERE recording_id = $1 AND content_hash = $2`;
/**
 * Reads when a sentence begins and ends in this version of its recording. The times of another
 * version would not fit the schedule.
 */
const SENTENCE_TIMES_SQL = `
  SELECT sentences -> $3::int AS sentence FROM audio_cache WHERE id = $1 AND version = $2`;
const ANNOUNCEMENT_SQL = `
  SELECT id, version, status = 'failed' AS "hasFailed" FROM audio_cache WHERE notice = $1`;
const RETRY_MISSING_AFTER_MS = 2000;

/** Caches the live audio of one debate for all its listeners, converted to one MP3 format. */
export class LiveAudioCache {
  format: CbrFormat | null = null;
  readonly #cache = new LRUCache<string, { audio: CbrAudio | null }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ audio }) => Math.max(audio?.bytes.length ?? 0, 1),
  });
  readonly #loading = new Set<string>();

  constructor(
    private readonly deps: LiveAudioCacheDeps,
    private readonly language: AnnouncementLanguage,
  ) {}

  /** Returns undefined while the audio is loading, and null if the sentence has none. */
  getAudio(item: LiveScheduleItem): CbrAudio | null | undefined {
    return this.#get(`${item.order} ${item.hash}`, () => this.#read(item));
  }

  /**
   * Returns undefined while the announcement is being recorded or loaded, and null if it has no
   * recording.
   */
  getAnnouncement(announcement: Announcement): CbrAudio | null | undefined {
    const key = buildAnnouncementKey(announcement, this.language);
    return this.#get(key, () => this.#readAnnouncement(key));
  }

  #get(name: string, read: () => Promise<CbrAudio | null | undefined>) {
    const cached = this.#cache.get(name);
    if (cached) return cached.audio;
    if (!this.#loading.has(name)) void this.#fetch(name, read);
    return undefined;
  }

  async #fetch(name: string, read: () => Promise<CbrAudio | null | undefined>): Promise<void> {
    this.#loading.add(name);
    try {
      const audio = await read();
      if (audio) this.#cache.set(name, { audio });
      if (audio === null) this.#cache.set(name, { audio }, { ttl: RETRY_MISSING_AFTER_MS });
    } catch (err) {
      this.deps.logger.warn({ err }, "live_stream.sentence_failed");
    } finally {
      this.#loading.delete(name);
    }
  }

  /**
   * Reads a sentence: from its own stored part while the turn is being recorded, and from the
   * finished recording afterwards. Returns undefined if it is not available yet, and null if it has
   * no audio or the audio is not MP3.
   */
  async #read({ turn, hash, index }: LiveScheduleItem) {
    const { sql, recordings } = this.deps;
    const { recordingId, version } = turn;
    if (recordingId === null || version === null) return null;
    if (version > 0) {
      const parameters = [recordingId, version, index];
      const [found] = await selectRows<{ sentence: SpokenSentence | null }>(
        sql,
        SENTENCE_TIMES_SQL,
        parameters,
      );
      const recording = await recordings.read(recordingId, version);
      if (!found || !recording) return undefined;
      const { sentence } = found;
      const format = this.#detectFormat(recording);
      return (
        sentence && format && extractCbrRange(recording, format, sentence.startMs, sentence.endMs)
      );
    }
    const [part] = await selectRows<{ bytes: Buffer }>(sql, SENTENCE_PART_SQL, [recordingId, hash]);
    return part && this.#convert(part.bytes);
  }

  async #readAnnouncement(key: AnnouncementKey): Promise<CbrAudio | null | undefined> {
    const { sql, recordings } = this.deps;
    const [row] = await selectRows<AnnouncementRow>(sql, ANNOUNCEMENT_SQL, [key]);
    if (!row) return null;
    if (row.version === 0) return row.hasFailed ? null : undefined;
    const bytes = await recordings.read(row.id, row.version);
    return bytes ? this.#convert(bytes) : undefined;
  }

  /**
   * Returns the MP3 format of the whole stream, which the first audio sets. Null if the first audio
   * is not MP3.
   */
  #detectFormat(bytes: Buffer): CbrFormat | null {
    this.format ??= detectCbrFormat(bytes.subarray(getXingFrameBytes(bytes)));
    return this.format;
  }

  async #convert(bytes: Buffer): Promise<CbrAudio | null> {
    const format = this.#detectFormat(bytes);
    return format && convertToCbr(bytes, format);
  }
}
