/**
 * Estimates the server's clock from responses that contain it. The server read its clock at some
 * time between request and response; half of this time is the estimate, and a fast response is the
 * best one.
 */
export const createServerClock = () => {
  /** The server's clock minus the browser's, in milliseconds. */
  let offset = 0;
  /** Maximum error of `offset`, in milliseconds. */
  let error = Number.POSITIVE_INFINITY;
  return {
    now: (): number => Date.now() + offset,
    getOffset: (): number => offset,
    /** `serverNow` was received at this moment; its request was sent at `sentAt`. */
    add(serverNow: number, sentAt: number): void {
      const newError = (Date.now() - sentAt) / 2;
      const newOffset = serverNow - (Date.now() - newError);
      // Two estimates contradict each other after one of the clocks was set.
      const isContradiction = Math.abs(newOffset - offset) > newError + error;
      if (newError > error && !isContradiction) return;
      offset = newOffset;
      error = newError;
    },
  };
};
