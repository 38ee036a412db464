import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/request.ts";

/** Where a debate is heard from a moment on the air. */
export const streamUrl = (debateId: number, from: number): string =>
  `/api/debates/${debateId}/live.mp3?at=${from}`;

/** Why a stream cannot be had, which an audio element does not tell; null where it can. */
export const refusalOf = async (stream: string): Promise<ApiError | null> => {
  try {
    // The first bytes are had without taking a seat.
    await call("GET", stream, { headers: { Range: "bytes=0-1" } });
    return null;
  } catch (err) {
    if (err instanceof ApiError) return err;
    throw err;
  }
};
