import { select, type Sql } from "#infra/db/sql.ts";

/** What all listeners of a process share; an hour of speech or two. */
const BUDGET_BYTES = 64 * 2 ** 20;

export interface RecordingBytes {
  /** The bytes of this version; null when there is another one by now, or none. */
  read(recordingId: number, version: number): Promise<Buffer | null>;
}

/** Recordings as they were read last, however many listen, within a budget. */
export const createRecordingBytes = (reads: Sql): RecordingBytes => {
  const kept = new Map<string, Buffer>();
  const loading = new Map<string, Promise<Buffer | null>>();
  let keptBytes = 0;

  const keep = (name: string, bytes: Buffer): void => {
    kept.set(name, bytes);
    keptBytes += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= BUDGET_BYTES) return;
      kept.delete(oldest);
      keptBytes -= length;
    }
  };

  const load = async (name: string, id: number, version: number): Promise<Buffer | null> => {
    try {
      const [found] = await select<{ bytes: Buffer }>(
        reads,
        `SELECT audio_data AS bytes FROM audio_cache WHERE id = $1 AND version = $2`,
        [id, version],
      );
      if (found) keep(name, found.bytes);
      return found?.bytes ?? null;
    } finally {
      loading.delete(name);
    }
  };

  return {
    async read(id, version) {
      const name = `${id}:${version}`;
      const known = kept.get(name);
      if (!known) {
        const coming = loading.get(name) ?? load(name, id, version);
        loading.set(name, coming);
        return coming;
      }
      // The last one used is the last one to go.
      kept.delete(name);
      kept.set(name, known);
      return known;
    },
  };
};
