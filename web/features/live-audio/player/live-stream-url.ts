import { ApiError } from "#web/lib/api/api-error.ts";
import { requestRaw } from "#web/lib/api/request.ts";

export const buildLiveStreamUrl = (debateId: number, from: number): string =>
  `/api/debates/${debateId}/live.mp3?at=${from}`;

/** Returns the error of a stream, which audio elements do not expose; null if there is none. */
export const probeLiveStream = async (stream: string): Promise<ApiError | null> => {
  try {
    // The server does not count a request for the first bytes as a listener.
    await requestRaw("GET", stream, { headers: { Range: "bytes=0-1" } });
    return null;
  } catch (err) {
    if (err instanceof ApiError) return err;
    throw err;
  }
};
