import { streamOf } from "./stream-of.ts";

/** How long a provider may take, in milliseconds. */
export interface Patience {
  /** For the first byte of its reply. */
  firstByteMs: number;
  /** Between two bytes: a ping, a comment and a thought are signs of life like any word. */
  silenceMs: number;
  /** In all, which nothing extends. */
  totalMs: number;
}

/** The provider fell silent, or did not come to an end. */
class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * `fetch` that gives up on a connection without a byte: the SDKs' own timeout ends with the
 * response's headers, and a vendor's keep-alive never reaches their iterators.
 */
export const watchedFetch =
  ({ firstByteMs, silenceMs, totalMs }: Patience): typeof fetch =>
  async (input, init) => {
    const controller = new AbortController();
    const giveUp = () => controller.abort(new StalledError("the provider fell silent"));
    let silence = setTimeout(giveUp, firstByteMs).unref();
    const total = setTimeout(giveUp, totalMs).unref();
    const hangUp = () => controller.abort(init?.signal?.reason);
    init?.signal?.addEventListener("abort", hangUp);
    const settle = () => {
      clearTimeout(silence);
      clearTimeout(total);
      init?.signal?.removeEventListener("abort", hangUp);
    };
    const watch = async function* (body: AsyncIterable<Uint8Array>) {
      try {
        for await (const bytes of body) {
          clearTimeout(silence);
          silence = setTimeout(giveUp, silenceMs).unref();
          yield bytes;
        }
      } finally {
        settle();
      }
    };
    try {
      const response = await fetch(input, { ...init, signal: controller.signal });
      if (response.body) return new Response(streamOf(watch(response.body)), response);
      settle();
      return response;
    } catch (err) {
      settle();
      throw err;
    }
  };
