import type { TestApi } from "../api/test-api.ts";

/** A frame of 48 kbit/s, 16 kHz, mono: 216 bytes and 36 ms. */
export const MP3_FRAME = Buffer.concat([Buffer.from("fff368c4", "hex"), Buffer.alloc(212, 0x55)]);
const MP3_FRAME_MS = 36;

/** Stores the announcement that comes first in exported audio. */
export const storeDisclosure = (api: Pick<TestApi, "sql">, frames = 10) =>
  api.sql(
    `INSERT INTO audio_cache
            (notice, provider, content_hash, status, version, audio_data, etag, duration_ms)
     VALUES ('disclosure', 'openai', 'hash-disclosure', 'complete', 1, $1, 'disclosure-1', $2)
     ON CONFLICT (notice) DO UPDATE
        SET status = 'complete', version = 1, audio_data = excluded.audio_data,
            etag = excluded.etag, duration_ms = excluded.duration_ms`,
    [Buffer.concat(Array.from({ length: frames }, () => MP3_FRAME)), frames * MP3_FRAME_MS],
  );

/** Stores a new version of these turns' recordings, as a worker does. */
export const storeRecordings = async (
  api: Pick<TestApi, "sql">,
  turnIds: readonly number[],
  frames = 10,
): Promise<Buffer> => {
  const bytes = Buffer.concat(Array.from({ length: frames }, () => MP3_FRAME));
  await api.sql(
    `INSERT INTO audio_cache AS a
            (turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
     SELECT id, 'openai', 'hash-' || id, 'complete', 1, $2, id || '-1', $3
       FROM unnest($1::int[]) AS id
     ON CONFLICT (turn_id) DO UPDATE
        SET status = 'complete', version = a.version + 1, audio_data = excluded.audio_data,
            etag = a.turn_id || '-' || a.version + 1, duration_ms = excluded.duration_ms`,
    [turnIds, bytes, frames * MP3_FRAME_MS],
  );
  return bytes;
};

/** Stores the recordings of the judge's rulings about these turns, as a worker does. */
export const storeRulings = (
  api: Pick<TestApi, "sql">,
  turnIds: readonly number[],
  status = "complete",
) =>
  api.sql(
    `INSERT INTO audio_cache
            (ruling_turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
     SELECT id, 'grok', 'ruling-' || id, $2, 1, $3, 'ruling-' || id, $4
       FROM unnest($1::int[]) AS id`,
    [turnIds, status, MP3_FRAME, MP3_FRAME_MS],
  );

export const setRecordingState = (
  api: Pick<TestApi, "sql">,
  turnId: number,
  state: { status: string; failures?: number; error?: string; silentFor?: string; due?: string },
) => {
  const { status, failures = 0, error = null, silentFor = "0 s", due = "0 s" } = state;
  return api.sql(
    `INSERT INTO audio_cache AS a
            (turn_id, provider, content_hash, status, failures, error, attempt, heartbeat_at, run_at)
     VALUES ($1::int, 'openai', 'hash-' || $1::int, $2, $3, $4, 1,
             now() - $5::interval, now() + $6::interval)
     ON CONFLICT (turn_id) DO UPDATE
        SET status = excluded.status, failures = excluded.failures, error = excluded.error,
            attempt = excluded.attempt, heartbeat_at = excluded.heartbeat_at, run_at = excluded.run_at`,
    [turnId, status, failures, error, silentFor, due],
  );
};

export interface StoredRecordingRow {
  id: number;
  status: string;
  failures: number;
  error: string | null;
  version: number;
  jobId: number | null;
  isDue: boolean;
}

export const findRecordingRow = async (
  api: Pick<TestApi, "sql">,
  turnId: number,
): Promise<StoredRecordingRow | undefined> => {
  const [row] = await api.sql<StoredRecordingRow>(
    `SELECT id, status, failures, error, version, job_id AS "jobId", run_at <= now() AS "isDue"
       FROM audio_cache WHERE turn_id = $1`,
    [turnId],
  );
  return row;
};
