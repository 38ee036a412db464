import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../context.ts";
import type { MediaResponse } from "./send-media.ts";
import type { StoredRecording } from "./turn-recording.ts";

export const MP3_CONTENT_TYPE = "audio/mpeg";

/** The header for URLs with a version, whose content never changes. */
const IMMUTABLE_CACHE_CONTROL = "private, max-age=31536000, immutable";
const REVALIDATE_CACHE_CONTROL = "private, no-cache";

/**
 * Returns a recording as a response. `requestedVersion` is the version in the URL. Throws
 * `unavailable` if the recording was replaced.
 */
export const createRecordingMedia = async (
  { recordings }: Pick<Context, "recordings">,
  { recordingId, version, etag, size }: StoredRecording,
  requestedVersion: string | undefined,
): Promise<MediaResponse> => {
  const bytes = await recordings.read(recordingId, version);
  if (!bytes)
    throw new DomainError("unavailable", "The recording has changed. Please try again.", {
      retryAfter: 1,
    });
  return {
    kind: "media",
    type: MP3_CONTENT_TYPE,
    size,
    etag,
    cacheControl:
      requestedVersion === String(version) ? IMMUTABLE_CACHE_CONTROL : REVALIDATE_CACHE_CONTROL,
    read: (from, to) => bytes.subarray(from, to),
  };
};
