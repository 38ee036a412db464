import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../context.ts";
import type { Media } from "./send-media.ts";
import type { StoredRecording } from "./turn-to-hear.ts";

export const MP3 = "audio/mpeg";

/** For URLs with a version, whose content never changes. */
const FOREVER = "private, max-age=31536000, immutable";
const ASK_FIRST = "private, no-cache";

/**
 * Returns a recording as a response. `named` is the version in the URL. Throws unavailable if the
 * recording was replaced.
 */
export const recordingMedia = async (
  { recordings }: Context,
  { recordingId, version, etag, size }: StoredRecording,
  named: string | undefined,
): Promise<Media> => {
  const bytes = await recordings.read(recordingId, version);
  if (!bytes)
    throw new DomainError("unavailable", "There is a new recording. Please try again.", {
      retryAfter: 1,
    });
  return {
    kind: "media",
    type: MP3,
    size,
    etag,
    cacheControl: named === String(version) ? FOREVER : ASK_FIRST,
    read: (from, to) => bytes.subarray(from, to),
  };
};
