const { makeCollectedTestResult } = require("@jest/test-result");
const { default: runCircus } = require("jest-circus/runner");
const { activeMutant } = require("./reach-records.cjs");

/** The mutant that a test has killed last, in whichever file. */
let killed;
const isKilled = () => killed !== undefined && killed === activeMutant();

/** What a file that is not even loaded has to show: none at all would be an error. */
const LEFT_OUT = { ancestorTitles: [], failureMessages: [], status: "pending", title: "left out" };

/** Jest's own runner, where the first failure is the last test: one is enough to kill a mutant. */
module.exports = async (globalConfig, config, environment, runtime, testPath, sendMessage) => {
  if (isKilled()) return makeCollectedTestResult([LEFT_OUT], { testFilePath: testPath });
  const handle = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    await handle?.(event, state);
    if (event.name === "test_done" && event.test.errors.length > 0) killed = activeMutant();
    if (event.name === "test_start" && isKilled()) event.test.mode = "skip";
  };
  return runCircus(globalConfig, config, environment, runtime, testPath, sendMessage);
};
