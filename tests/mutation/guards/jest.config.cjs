/** Runs the tests of a mutant sequentially with services that are already running. */
module.exports = {
  ...require("../../../jest.config.cjs"),
  rootDir: "../../..",
  globalSetup: undefined,
  globalTeardown: undefined,
  testSequencer: undefined,
  setupFilesAfterEnv: ["<rootDir>/tests/mutation/guards/record-statements.cjs"],
  reporters: ["<rootDir>/tests/mutation/guards/first-failure.cjs"],
};
