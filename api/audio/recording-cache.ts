import { LRUCache } from "lru-cache";
import { selectRows, type Sql } from "#infra/db/sql.ts";

/** Enough for one or two hours of speech. */
const MAX_CACHE_BYTES = 64 * 2 ** 20;

export interface RecordingCache {
  /** Returns the bytes of this version. Null if it was replaced or deleted. */
  read(recordingId: number, version: number): Promise<Buffer | null>;
}

/** Caches recently read recordings. Concurrent reads of a recording share one query. */
export const createRecordingCache = (sql: Sql): RecordingCache => {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    // LRUCache rejects entries of size 0, so an empty recording counts as one byte.
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const loading = new Map<string, Promise<Buffer | null>>();

  const load = async (name: string, id: number, version: number): Promise<Buffer | null> => {
    try {
      const [found] = await selectRows<{ bytes: Buffer }>(
        sql,
        `SELECT audio_data AS bytes FROM audio_cache WHERE id = $1 AND version = $2`,
        [id, version],
      );
      if (found) cache.set(name, found.bytes);
      return found?.bytes ?? null;
    } finally {
      loading.delete(name);
    }
  };

  return {
    async read(id, version) {
      const name = `${id}:${version}`;
      const cached = cache.get(name);
      if (cached) return cached;
      const pending = loading.get(name) ?? load(name, id, version);
      loading.set(name, pending);
      return pending;
    },
  };
};
