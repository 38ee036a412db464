import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../context.ts";
import type { Media } from "./send-media.ts";
import type { StoredRecording } from "./turn-to-hear.ts";

export const MP3 = "audio/mpeg";

/** An address that names the version never holds anything else. */
const FOREVER = "private, max-age=31536000, immutable";
const ASK_FIRST = "private, no-cache";

/** A recording as an answer; `version` is the one that its address names, if any. */
export const recordingMedia = async (
  { recordings }: Context,
  { recordingId, version, etag, size }: StoredRecording,
  named: string | undefined,
): Promise<Media> => {
  const bytes = await recordings.read(recordingId, version);
  // Made anew since it was looked up.
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
