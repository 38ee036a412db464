const { makeCollectedTestResult } = require("@jest/test-result");
const { default: runCircus } = require("jest-circus/runner");
const { activeMutant } = require("./reach-records.cjs");

/** Id of the mutant that a test file of this process killed last. */
let killed;
const isKilled = () => killed !== undefined && killed === activeMutant();

/** Result of a test file that is not loaded. Jest requires at least one test result. */
const SKIPPED_RESULT = {
  ancestorTitles: [],
  failureMessages: [],
  status: "pending",
  title: "skipped",
};

/**
 * Jest's runner with one change: after the first failure it skips all other tests, because one
 * failure kills a mutant.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, sendMessage) => {
  if (isKilled()) return makeCollectedTestResult([SKIPPED_RESULT], { testFilePath: testPath });
  const handle = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    await handle?.(event, state);
    if (event.name === "test_done" && event.test.errors.length > 0) killed = activeMutant();
    if (event.name === "test_start" && isKilled()) event.test.mode = "skip";
  };
  return runCircus(globalConfig, config, environment, runtime, testPath, sendMessage);
};
