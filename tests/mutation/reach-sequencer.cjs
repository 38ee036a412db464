const { default: Sequencer } = require("@jest/test-sequencer");
const { activeMutant, loadReach } = require("./reach-records.cjs");

/**
 * For each mutant, runs only the test files that execute it, the fastest first. Loading all other
 * files would take longer than running these, and one failure is enough.
 */
module.exports = class ReachSequencer extends Sequencer {
  sort(tests) {
    const mutant = activeMutant();
    if (mutant === undefined) return tests;
    return tests
      .map((test) => ({ test, reach: loadReach(test.path) }))
      .filter(({ reach }) => reach.mutants.includes(mutant))
      .toSorted((a, b) => a.reach.ms - b.reach.ms)
      .map(({ test }) => test);
  }
};
