import type { Dispatcher } from "undici";
import { fetchOutgoing } from "#infra/http/outgoing-fetch.ts";
import { createBatchingHandler } from "./batch-chunks.ts";

/** Timeouts for a provider, in milliseconds. */
export interface Timeouts {
  firstByteMs: number;
  /** Maximum time between two chunks of any kind, including pings and reasoning. */
  silenceMs: number;
  totalMs: number;
}

/** A reply that is not streamed sends nothing until its end, so only the total time is limited. */
export const getWholeReplyTimeouts = ({ totalMs }: Timeouts): Timeouts => ({
  firstByteMs: totalMs,
  silenceMs: totalMs,
  totalMs,
});

/** The provider sent nothing for too long, or did not finish in time. */
class ProviderTimeoutError extends Error {
  override readonly name = "ProviderTimeoutError";
}

/**
 * `fetch` with timeouts that also cover the body. The SDKs' own timeout covers only the time to the
 * response headers. A timeout around their iterators would not notice keep-alive events. Also
 * batches the chunks of responses that were given to `batchChunks`.
 */
export const fetchWithTimeouts =
  ({ firstByteMs, silenceMs, totalMs }: Timeouts): typeof fetch =>
  async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const controller = new AbortController();
    const { signal } = controller;
    const giveUp = () =>
      controller.abort(new ProviderTimeoutError("the provider stopped answering"));
    const beginning = setTimeout(giveUp, firstByteMs).unref();
    let silence: NodeJS.Timeout | undefined;
    const total = setTimeout(giveUp, totalMs).unref();
    const hangUp = () => controller.abort(init.signal?.reason);
    init.signal?.addEventListener("abort", hangUp);
    const clearTimers = () => {
      for (const timer of [beginning, silence, total]) clearTimeout(timer);
    };
    const settle = () => {
      clearTimers();
      init.signal?.removeEventListener("abort", hangUp);
    };

    let response: Response | undefined;
    let failure: Error | undefined;
    const observe =
      (dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch =>
      (options, handler) => {
        const batching = createBatchingHandler(handler, () => response);
        let hasBegun = false;
        return dispatch(
          // `firstByteMs` and `silenceMs` replace undici's timeouts.
          { ...options, headersTimeout: 0, bodyTimeout: 0 },
          {
            ...batching,
            onResponseStart(...args) {
              hasBegun = true;
              batching.onResponseStart?.(...args);
            },
            onResponseData(...args) {
              clearTimeout(beginning);
              silence = silence?.refresh() ?? setTimeout(giveUp, silenceMs).unref();
              batching.onResponseData?.(...args);
            },
            onResponseEnd(...args) {
              clearTimers();
              batching.onResponseEnd?.(...args);
            },
            onResponseError(dispatched, err) {
              if (!hasBegun) return batching.onResponseError?.(dispatched, err);
              clearTimers();
              // `fetch` would drop the bytes that arrived before the error. To keep them, the body
              // is ended normally, and `readBody` throws the error after these bytes.
              failure = err;
              batching.onResponseEnd?.(dispatched, {});
            },
          },
        );
      };
    /**
     * Returns the body with its timeouts. This is no async generator, which would double the CPU
     * cost of a chunk.
     */
    const readBody = (body: NonNullable<Awaited<ReturnType<typeof fetchOutgoing>>["body"]>) => {
      const reader = body.getReader();
      return new ReadableStream<Uint8Array>(
        {
          async pull(chunks) {
            try {
              const { done, value } = await reader.read();
              // Drops a chunk that arrived after the abort.
              signal.throwIfAborted();
              if (!done) return chunks.enqueue(value as Uint8Array);
              if (failure) throw failure;
              settle();
              chunks.close();
            } catch (err) {
              settle();
              throw signal.aborted ? signal.reason : err;
            }
          },
          async cancel(reason) {
            settle();
            await reader.cancel(reason);
          },
        },
        { highWaterMark: 0 },
      );
    };
    try {
      const answer = await fetchOutgoing(
        input instanceof Request ? input.url : input,
        {
          ...(init.method !== undefined && { method: init.method }),
          headers: {
            // Disables compression: a server that compresses events would hold them back to
            // compress several together.
            "accept-encoding": "identity",
            ...Object.fromEntries(new Headers(init.headers)),
          },
          // The SDKs send JSON as a string; no other kind of body occurs.
          ...(typeof init.body === "string" && { body: init.body }),
          signal,
        },
        [observe],
      );
      if (answer.body === null) settle();
      response = new Response(answer.body && readBody(answer.body), {
        status: answer.status,
        statusText: answer.statusText,
        headers: [...answer.headers],
      });
      return response;
    } catch (err) {
      settle();
      signal.throwIfAborted();
      // Closes the connection, because the response will not be read.
      controller.abort(err);
      throw err;
    }
  };
