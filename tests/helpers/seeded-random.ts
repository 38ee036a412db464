/** A generator of pseudo-random integers below `n`. The same seed gives the same sequence. */
export const createTestRandom = (seed: number): ((n: number) => number) => {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};
