export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Adds up to 50 % at random, so that pages do not send their requests all at the same time. */
export const addJitter = (ms: number): number => ms * (1 + Math.random() / 2);
