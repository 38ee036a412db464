import { readChunks } from "./batch-chunks.ts";
import { sendRequest } from "./send-request.ts";
import { toReadableStream } from "./to-readable-stream.ts";

/** Timeouts for a provider, in milliseconds. */
export interface Timeouts {
  firstByteMs: number;
  /** Between two chunks of any kind, including pings and reasoning. */
  silenceMs: number;
  totalMs: number;
}

/** The provider sent nothing for too long, or did not finish in time. */
class ProviderTimeoutError extends Error {
  override readonly name = "ProviderTimeoutError";
}

const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * `fetch` with timeouts for the body. The SDKs' own timeout ends with the response headers, and
 * their iterators do not see keep-alive events. Uses `node:http`, which takes half the CPU of
 * `fetch` for many small chunks. Follows no redirects.
 */
export const fetchWithTimeouts =
  ({ firstByteMs, silenceMs, totalMs }: Timeouts): typeof fetch =>
  async (input, init = {}) => {
    const controller = new AbortController();
    const { signal } = controller;
    const giveUp = () =>
      controller.abort(new ProviderTimeoutError("the provider stopped answering"));
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
          // Stops before a chunk that arrived after the abort.
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
      const isBodiless = STATUSES_WITHOUT_BODY.has(status);
      if (isBodiless) {
        answer.resume();
        answer.once("close", settle);
      }
      const body = isBodiless ? null : toReadableStream(watch(readChunks(answer, () => response)));
      const response: Response = new Response(body, { status, statusText, headers });
      return response;
    } catch (err) {
      settle();
      signal.throwIfAborted();
      // Closes the connection; its response is not read.
      controller.abort(err);
      throw err;
    }
  };
