const { activeMutant, saveReach } = require("./reach-records.cjs");

/**
 * Returns how often each mutant has been executed so far, while modules were loaded and in tests.
 */
const countExecutions = () => {
  const { static: loading = {}, perTest = {} } = globalThis.__stryker__?.mutantCoverage ?? {};
  const counted = new Map();
  for (const counts of [loading, ...Object.values(perTest)])
    for (const [mutant, count] of Object.entries(counts))
      counted.set(mutant, (counted.get(mutant) ?? 0) + count);
  return counted;
};

if (activeMutant() === undefined) {
  const before = countExecutions();
  const startedAt = performance.now();
  afterAll(() => {
    const reached = [...countExecutions()].filter(
      ([mutant, count]) => count > (before.get(mutant) ?? 0),
    );
    saveReach(expect.getState().testPath, {
      mutants: reached.map(([mutant]) => mutant),
      ms: performance.now() - startedAt,
    });
  });
}
