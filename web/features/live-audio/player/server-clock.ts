/**
 * Estimates the server's clock from responses that contain the server's time. The estimate assumes
 * that the server read its clock halfway between the request and the response. The faster the
 * response, the smaller the error.
 */
export const createServerClock = () => {
  /** The server's clock minus the browser's, in milliseconds. */
  let offset = 0;
  /** Maximum error of `offset`, in milliseconds. */
  let error = Number.POSITIVE_INFINITY;
  return {
    now: (): number => Date.now() + offset,
    getOffset: (): number => offset,
    /**
     * Adds the server's time from a response that has just arrived. Its request was sent at
     * `sentAt`.
     */
    add(serverNow: number, sentAt: number): void {
      const newError = (Date.now() - sentAt) / 2;
      const newOffset = serverNow - (Date.now() - newError);
      // Estimates contradict each other if one of the clocks was changed between them.
      const isContradiction = Math.abs(newOffset - offset) > newError + error;
      if (newError > error && !isContradiction) return;
      offset = newOffset;
      error = newError;
    },
  };
};
