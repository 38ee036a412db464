/**
 * Wraps a generator as a response body. Pulls one chunk at a time and ends the generator on cancel.
 */
export const toReadableStream = (
  bytes: AsyncGenerator<Uint8Array, void, void>,
): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await bytes.return();
      },
    },
    // No read-ahead: a cancel would have to wait for the pending chunk.
    { highWaterMark: 0 },
  );
