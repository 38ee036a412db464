import { LRUCache } from "lru-cache";
import { openCutter } from "#infra/audio/cut.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { MOMENT_GAP_MS } from "#shared/domain/moment.ts";
import { refuseCrowd } from "../http/refuse-crowd.ts";
import type { RecordingBytes } from "./recording-bytes.ts";

export interface MomentStretch {
  recordingId: number;
  version: number;
  startMs: number;
  endMs: number;
}

export interface MomentSounds {
  /**
   * Returns the stretches as one MP3. Throws unavailable if a recording was replaced or too many
   * clips wait.
   */
  cut(stretches: readonly MomentStretch[]): Promise<Buffer>;
  close(): Promise<void>;
}

/** One minute takes about 0.5 MB. */
const BUDGET_BYTES = 16 * 2 ** 20;
/** Number of clips. Each takes less than a second. */
const LONGEST_QUEUE = 50;

/** Cuts clips and caches the most recently used. Concurrent requests for a clip share one cut. */
export const createMomentSounds = (recordings: RecordingBytes): MomentSounds => {
  const cutter = openCutter();
  const kept = new LRUCache<string, Buffer>({
    maxSize: BUDGET_BYTES,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const coming = new Map<string, Promise<Buffer>>();

  const make = async (name: string, stretches: readonly MomentStretch[]): Promise<Buffer> => {
    try {
      const read = stretches.map(async ({ recordingId, version, startMs, endMs }) => {
        const bytes = await recordings.read(recordingId, version);
        if (!bytes)
          throw new DomainError("unavailable", "There is a new recording. Please try again.", {
            retryAfter: 1,
          });
        return { bytes, startMs, endMs };
      });
      const sound = await cutter.cut({ stretches: await Promise.all(read), gapMs: MOMENT_GAP_MS });
      kept.set(name, sound);
      return sound;
    } finally {
      coming.delete(name);
    }
  };

  return {
    async cut(stretches) {
      const name = JSON.stringify(stretches);
      const known = kept.get(name) ?? coming.get(name);
      if (known) return known;
      refuseCrowd(coming.size, LONGEST_QUEUE, "moments are being cut");
      const made = make(name, stretches);
      coming.set(name, made);
      return made;
    },
    close: () => cutter.close(),
  };
};
