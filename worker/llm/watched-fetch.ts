/** How long a provider may be silent, and how long a reply may take in all, in milliseconds. */
export interface Patience {
  idleMs: number;
  totalMs: number;
}

export const PATIENCE: Patience = { idleMs: 20_000, totalMs: 180_000 };

/** The provider fell silent, or did not come to an end. */
class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * `fetch` that gives up on a connection without a byte for `idleMs`: the SDKs' own timeout ends
 * with the response's headers, and a vendor's keep-alive never reaches their iterators.
 */
export const watchedFetch =
  ({ idleMs, totalMs }: Patience): typeof fetch =>
  async (input, init) => {
    const controller = new AbortController();
    const giveUp = () => controller.abort(new StalledError("the provider fell silent"));
    const idle = setTimeout(giveUp, idleMs).unref();
    const total = setTimeout(giveUp, totalMs).unref();
    const settle = () => {
      clearTimeout(idle);
      clearTimeout(total);
    };
    const hangUp = () => {
      settle();
      controller.abort(init?.signal?.reason);
    };
    init?.signal?.addEventListener("abort", hangUp);
    const response = await fetch(input, { ...init, signal: controller.signal });
    const watched = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, reader) {
          idle.refresh();
          reader.enqueue(chunk);
        },
        flush: settle,
      }),
    );
    return new Response(watched ?? null, response);
  };
