import { paced } from "./pace.ts";
import { sendRequest } from "./send-request.ts";
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

/** These have no body, and may not be given one. */
const BODILESS = new Set([204, 205, 304]);

/**
 * `fetch` that gives up on a connection without a byte: the SDKs' own timeout ends with the
 * response's headers, and a vendor's keep-alive never reaches their iterators. By `node:http`, which
 * takes half of what `fetch` takes for each of the many small pieces of a reply; it follows no redirect.
 */
export const watchedFetch =
  ({ firstByteMs, silenceMs, totalMs }: Patience): typeof fetch =>
  async (input, init = {}) => {
    const controller = new AbortController();
    const { signal } = controller;
    const giveUp = () => controller.abort(new StalledError("the provider fell silent"));
    const beginning = setTimeout(giveUp, firstByteMs).unref();
    let silence: NodeJS.Timeout | undefined;
    const total = setTimeout(giveUp, totalMs).unref();
    const hangUp = () => controller.abort(init.signal?.reason);
    init.signal?.addEventListener("abort", hangUp);
    const settle = () => {
      for (const timer of [beginning, silence, total]) clearTimeout(timer);
      init.signal?.removeEventListener("abort", hangUp);
    };
    const watch = async function* (body: AsyncIterable<Uint8Array>) {
      try {
        for await (const bytes of body) {
          clearTimeout(beginning);
          silence = silence?.refresh() ?? setTimeout(giveUp, silenceMs).unref();
          // Whoever has hung up hears nothing more.
          signal.throwIfAborted();
          yield bytes;
        }
      } catch (err) {
        signal.throwIfAborted();
        throw err;
      } finally {
        settle();
      }
    };
    try {
      const answer = await sendRequest(input instanceof Request ? input.url : input, init, signal);
      const { statusCode: status = 0, statusMessage: statusText = "" } = answer;
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const isBodiless = BODILESS.has(status);
      if (isBodiless) {
        answer.resume();
        answer.once("close", settle);
      }
      const body = isBodiless ? null : streamOf(watch(paced(answer, () => response)));
      const response: Response = new Response(body, { status, statusText, headers });
      return response;
    } catch (err) {
      settle();
      signal.throwIfAborted();
      // Nobody reads what such an answer goes on with.
      controller.abort(err);
      throw err;
    }
  };
