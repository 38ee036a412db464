const { default: Sequencer } = require("@jest/test-sequencer");
const { activeMutant, reachOf } = require("./reach.cjs");

/** A mutant is tried with the test files that reach it: to load the others takes longer than to run these. */
module.exports = class WhatReaches extends Sequencer {
  sort(tests) {
    const mutant = activeMutant();
    return mutant === undefined ? tests : tests.filter(({ path }) => reachOf(path).has(mutant));
  }
};
