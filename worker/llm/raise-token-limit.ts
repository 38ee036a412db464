/** Enough for the reasoning of most models before a reply of a few hundred words. */
const MIN_RAISED_TOKENS = 16_000;

/** Returns the token limit of the next try, after a reply that reached its limit too early. */
export const raiseTokenLimit = (maxTokens: number): number =>
  Math.max(maxTokens * 2, MIN_RAISED_TOKENS);
