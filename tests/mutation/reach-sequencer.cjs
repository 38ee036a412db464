const { default: Sequencer } = require("@jest/test-sequencer");
const { activeMutant, reachOf } = require("./reach-records.cjs");

/**
 * A mutant is tried with the test files that reach it: to load the others takes longer than to run
 * these. The quickest come first, since one failure is enough.
 */
module.exports = class WhatReaches extends Sequencer {
  sort(tests) {
    const mutant = activeMutant();
    if (mutant === undefined) return tests;
    return tests
      .map((test) => ({ test, reach: reachOf(test.path) }))
      .filter(({ reach }) => reach.mutants.includes(mutant))
      .toSorted((a, b) => a.reach.ms - b.reach.ms)
      .map(({ test }) => test);
  }
};
