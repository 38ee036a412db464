const { TestEnvironment } = require("jest-environment-node");
const { activeMutant } = require("./reach.cjs");

/** The mutant that a test has killed last, in whichever file. */
let killed;

/** Node, where the first failure is the last test: one is enough to kill a mutant. */
module.exports = class UntilKilled extends TestEnvironment {
  handleTestEvent({ name, test }) {
    const mutant = activeMutant();
    if (mutant === undefined) return;
    if (name === "test_fn_failure" || name === "hook_failure") killed = mutant;
    if (name === "test_start" && killed === mutant) test.mode = "skip";
  }
};
