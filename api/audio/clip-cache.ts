import { LRUCache } from "lru-cache";
import { openClipEncoder } from "#infra/audio/clip-encoder.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { CLIP_TURN_GAP_MS } from "#shared/domain/audio/clip.ts";
import { rejectWhenQueueFull } from "../http/rate-limiting/reject-when-queue-full.ts";
import type { RecordingCache } from "./recording-cache.ts";

export interface ClipSegment {
  recordingId: number;
  version: number;
  startMs: number;
  endMs: number;
}

export interface ClipCache {
  /**
   * Cuts the segments out of their recordings and returns them as one MP3. Throws `unavailable` if
   * a recording was replaced or too many clips wait.
   */
  cut(segments: readonly ClipSegment[]): Promise<Buffer>;
  close(): Promise<void>;
}

/** Enough for about 30 minutes of clips. */
const MAX_CACHE_BYTES = 16 * 2 ** 20;
/** Number of clips that may wait to be cut. Cutting one takes less than a second. */
const MAX_QUEUE_LENGTH = 50;

/** Cuts clips and caches the most recently used. Concurrent requests for a clip share one cut. */
export const createClipCache = (recordings: RecordingCache): ClipCache => {
  const encoder = openClipEncoder();
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const inFlight = new Map<string, Promise<Buffer>>();

  const cutClip = async (name: string, segments: readonly ClipSegment[]): Promise<Buffer> => {
    try {
      const read = segments.map(async ({ recordingId, version, startMs, endMs }) => {
        const bytes = await recordings.read(recordingId, version);
        if (!bytes)
          throw new DomainError("unavailable", "The recording has changed. Please try again.", {
            retryAfter: 1,
          });
        return { bytes, startMs, endMs };
      });
      const clip = await encoder.cut({
        ranges: await Promise.all(read),
        gapMs: CLIP_TURN_GAP_MS,
      });
      cache.set(name, clip);
      return clip;
    } finally {
      inFlight.delete(name);
    }
  };

  return {
    async cut(segments) {
      const name = JSON.stringify(segments);
      const existing = cache.get(name) ?? inFlight.get(name);
      if (existing) return existing;
      rejectWhenQueueFull(inFlight.size, MAX_QUEUE_LENGTH, "moments are being cut");
      const pending = cutClip(name, segments);
      inFlight.set(name, pending);
      return pending;
    },
    close: () => encoder.close(),
  };
};
