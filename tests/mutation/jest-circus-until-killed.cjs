const { makeCollectedTestResult } = require("@jest/test-result");
const { default: runCircus } = require("jest-circus/runner");
const { activeMutant } = require("./reach-records.cjs");

/** The mutant that was killed last, in any file. */
let killed;
const isKilled = () => killed !== undefined && killed === activeMutant();

/** The result of a file that is not loaded, since Jest requires at least one. */
const SKIPPED_RESULT = {
  ancestorTitles: [],
  failureMessages: [],
  status: "pending",
  title: "skipped",
};

/** Jest's runner, which skips all tests after the first failure, since one failure kills a mutant. */
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
