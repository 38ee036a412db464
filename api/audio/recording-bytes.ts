import { LRUCache } from "lru-cache";
import { select, type Sql } from "#infra/db/sql.ts";

/** What all listeners of a process share; an hour of speech or two. */
const BUDGET_BYTES = 64 * 2 ** 20;

export interface RecordingBytes {
  /** The bytes of this version; null when there is another one by now, or none. */
  read(recordingId: number, version: number): Promise<Buffer | null>;
}

/** Recordings as they were read last, however many listen, within a budget. */
export const createRecordingBytes = (reads: Sql): RecordingBytes => {
  const kept = new LRUCache<string, Buffer>({
    maxSize: BUDGET_BYTES,
    // What has no size is refused.
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const loading = new Map<string, Promise<Buffer | null>>();

  const load = async (name: string, id: number, version: number): Promise<Buffer | null> => {
    try {
      const [found] = await select<{ bytes: Buffer }>(
        reads,
        `SELECT audio_data AS bytes FROM audio_cache WHERE id = $1 AND version = $2`,
        [id, version],
      );
      if (found) kept.set(name, found.bytes);
      return found?.bytes ?? null;
    } finally {
      loading.delete(name);
    }
  };

  return {
    async read(id, version) {
      const name = `${id}:${version}`;
      const known = kept.get(name);
      if (known) return known;
      const coming = loading.get(name) ?? load(name, id, version);
      loading.set(name, coming);
      return coming;
    },
  };
};
