/** Bytes as the body of a response; they are asked for one piece at a time, and let go with it. */
export const streamOf = (
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
    // Nothing in advance: whoever lets go would have to wait for it.
    { highWaterMark: 0 },
  );
