export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Adds up to 50 % at random, so that many pages do not send requests at the same time. */
export const addJitter = (ms: number): number => ms * (1 + Math.random() / 2);
